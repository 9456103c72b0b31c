import { chosenRun } from "../chosen-run.ts";
import type { RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";

/** `dejima log verify [RUN]` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name] }) => {
  const harbour = await runtime();
  const runId = await chosenRun(harbour, name);
  const check = await harbour.history.verify(runId);
  output.data(check, () => {
    const word = check.ok ? output.style("green", "intact") : output.style("red", "broken");
    const torn = check.torn === true ? "; a last line was cut short by a crash" : "";
    const bad =
      check.firstBad === undefined ? "" : `: record ${check.firstBad.record} ${check.firstBad.problem}`;
    return [
      `${word} ${runId}${check.ok ? `: ${check.records} records${torn}` : bad}`,
      ...check.checks.map(({ what, result, detail }) => `  ${MARKS[result]} ${what}: ${detail}`),
      `${check.proves}.`,
    ].join("\n");
  });
  return check.ok ? EXIT.done : EXIT.failed;
};

const MARKS = { passed: "✓", failed: "✗", absent: "–" } as const;
