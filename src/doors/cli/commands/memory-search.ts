import type { RunCommand } from "../command.ts";
import { memoryRow, typeFrom, userFrom } from "../memory-options.ts";
import { wholeNumber } from "../whole-number.ts";

/** `dejima memory search TEXT` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const options = { limit: wholeNumber("limit", given.options.limit, 10), type: typeFrom(given) };
  const { memories } = await runtime();
  const found = await memories.search(userFrom(given), given.arguments.join(" "), options);
  const hits = found.map(({ memory, score, strength, why }) => ({ ...memory, score, strength, why }));
  output.data(hits, () =>
    hits.length === 0
      ? "Nothing that is remembered fits."
      : output.table(hits.map((hit) => [hit.score.toFixed(2), ...memoryRow(hit).map(output.shown)])),
  );
  return 0;
};
