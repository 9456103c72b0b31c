import { chosenRun } from "../chosen-run.ts";
import type { RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";

/** `dejima log verify [RUN]` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name] }) => {
  const harbour = await runtime();
  const runId = await chosenRun(harbour, name);
  const check = await (await harbour.history()).verify(runId);
  output.data(check, () => {
    if (check.firstBad !== undefined) {
      return `${output.style("red", "broken")} ${runId}: record ${check.firstBad.record} ${check.firstBad.problem}`;
    }
    const torn = check.torn === true ? "; a last line was cut short by a crash" : "";
    return `${output.style("green", "intact")} ${runId}: ${check.records} records${torn}`;
  });
  return check.ok ? EXIT.done : EXIT.failed;
};
