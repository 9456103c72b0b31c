import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { typeFrom, userFrom } from "../memory-options.ts";

/** `dejima memory add TEXT` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const type = typeFrom(given) ?? "fact";
  const importance = Number(given.options.importance ?? 0.5);
  if (!(importance >= 0 && importance <= 1))
    throw new DejimaError(
      "invalid_input",
      `Cannot use --importance "${given.options.importance}": it takes a number from 0 to 1`,
    );
  const { memories } = await runtime();
  const text = given.arguments.join(" ");
  const added = await memories.add(userFrom(given), { text, type, importance, source: { door: "cli" } });
  output.data(added, () => `${added.memory.id} ${added.status}: ${output.shown(added.memory.text)}`);
  return 0;
};
