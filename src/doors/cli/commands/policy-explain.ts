import { activeSkills } from "../active-skills.ts";
import type { RunCommand } from "../command.ts";
import { readInput } from "../read-input.ts";

const COLOURS = { allow: "green", ask: "yellow", deny: "red" } as const;

/** `dejima policy explain NAME` */
export const run: RunCommand = async ({ runtime, output, cwd }, { arguments: [name = ""], options }) => {
  const input = await readInput(options.input, cwd);
  const { verdict, reasons, change } = await (await runtime()).explain(
    name,
    input,
    activeSkills(options.skill),
  );
  output.data({ verdict, reasons, change }, () => {
    const rows = reasons.map(({ effect, layer, rule, message, file }) => [
      output.style(COLOURS[effect], effect),
      file === undefined ? layer : `${layer} (${file})`,
      rule,
      message,
    ]);
    const head = `${name}: ${output.style([COLOURS[verdict], "bold"], verdict)}`;
    return `${head}\n\n${output.table(rows)}\n\nTo change it:\n${change.map((line) => `  ${line}`).join("\n")}`;
  });
  return 0;
};
