import { DejimaError } from "../../../contract/error.ts";
import { answerApproval } from "../answer-approval.ts";
import type { RunCommand } from "../command.ts";

/** `dejima approvals approve ID` */
export const run: RunCommand = (context, { arguments: [id = ""], options }) =>
  answerApproval(context, id, {
    answer: "approve",
    run: options.run !== false,
    ...(typeof options.grant === "string" ? { grant: options.grant } : {}),
    ...(typeof options.users === "string" ? { users: usersFrom(options.users, options.grant) } : {}),
    ...(typeof options.lines === "string" ? { lines: linesFrom(options.lines) } : {}),
  });

function usersFrom(given: string, grant: unknown): string[] {
  const users = given
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (users.length > 0 && typeof grant === "string") return users;
  throw new DejimaError(
    "invalid_input",
    `Cannot read --users "${given}": name users such as alice,bob, and the grant with --grant`,
  );
}

function linesFrom(given: string): number[] {
  const lines = given.split(",").map(Number);
  if (lines.every((line) => Number.isInteger(line) && line > 0)) return lines;
  throw new DejimaError(
    "invalid_input",
    `Cannot read --lines "${given}": write the numbers of lines, such as 1,3`,
  );
}
