import { chosenRun } from "../chosen-run.ts";
import type { RunCommand } from "../command.ts";
import { describeRecord } from "../describe-record.ts";

/** `dejima log show [RUN]` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name] }) => {
  const harbour = await runtime();
  const runId = await chosenRun(harbour, name);
  const records = await Array.fromAsync(harbour.history.read(runId));
  output.data(records, () => `${output.style("bold", runId)}\n${output.table(records.map(describeRecord))}`);
  return 0;
};
