import { chosenRun } from "../chosen-run.ts";
import type { RunCommand } from "../command.ts";
import { describeRecord } from "../describe-record.ts";

/** `dejima log tail [RUN]` */
export const run: RunCommand = async ({ runtime, output, signal }, { arguments: [name] }) => {
  const harbour = await runtime();
  const runId = await chosenRun(harbour, name);
  for await (const record of harbour.history.follow(runId, { signal })) {
    output.line(record, () => output.table([describeRecord(record)]));
  }
  return 0;
};
