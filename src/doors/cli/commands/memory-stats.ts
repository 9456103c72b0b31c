import type { RunCommand } from "../command.ts";
import { userFrom } from "../memory-options.ts";

/** `dejima memory stats` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const counts = await (await runtime()).memories.statistics(userFrom(given));
  const { total, byType, oldest, newest, averageStrength } = counts;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  output.data(counts, () =>
    output.table([
      ["total", String(total)],
      ...Object.entries(byType).map(([type, count]) => [type, String(count)]),
      ...(oldest === undefined || newest === undefined ? [] : [["told", `${day(oldest)} to ${day(newest)}`]]),
      ["average strength", averageStrength.toFixed(2)],
    ]),
  );
  return 0;
};
