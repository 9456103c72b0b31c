import type { RunCommand } from "../command.ts";
import { memoryRow, typeFrom, userFrom } from "../memory-options.ts";
import { wholeNumber } from "../whole-number.ts";

/** `dejima memory list` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const { limit, before } = given.options;
  const page = {
    limit: wholeNumber("limit", limit, 50),
    type: typeFrom(given),
    ...(typeof before === "string" ? { before } : {}),
  };
  const found = await (await runtime()).memories.list(userFrom(given), page);
  output.data(found, () =>
    found.length === 0
      ? "Nothing is remembered. `dejima memory add` or the agent's add_memory keeps something."
      : output.table(found.map(memoryRow).map((row) => row.map(output.shown))),
  );
  return 0;
};
