import { DejimaError } from "../../../contract/error.ts";
import { answerApproval } from "../answer-approval.ts";
import type { RunCommand } from "../command.ts";

/** `dejima approvals approve ID` */
export const run: RunCommand = (context, { arguments: [id = ""], options }) =>
  answerApproval(context, id, {
    answer: "approve",
    run: options.run !== false,
    ...(typeof options.grant === "string" ? { grant: options.grant } : {}),
    ...(typeof options.lines === "string" ? { lines: linesFrom(options.lines) } : {}),
  });

function linesFrom(given: string): number[] {
  const lines = given.split(",").map(Number);
  if (lines.every((line) => Number.isInteger(line) && line > 0)) return lines;
  throw new DejimaError(
    "invalid_input",
    `Cannot read --lines "${given}": write the numbers of lines, such as 1,3`,
  );
}
