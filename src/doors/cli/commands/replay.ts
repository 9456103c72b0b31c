import { chosenRun } from "../chosen-run.ts";
import type { RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";

/** `dejima replay [RUN]` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name] }) => {
  const harbour = await runtime();
  const runId = await chosenRun(harbour, name);
  const result = await harbour.agent.replay(runId);
  output.data(result, () =>
    result.same
      ? `${output.style("green", "same")} ${runId}, ${result.steps} steps\n${output.shown(result.answer)}`
      : `${output.style("yellow", "differs")} ${runId} after ${result.steps} steps: ${result.divergence}`,
  );
  return result.same ? EXIT.done : EXIT.failed;
};
