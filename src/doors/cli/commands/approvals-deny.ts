import { answerApproval } from "../answer-approval.ts";
import type { RunCommand } from "../command.ts";

/** `dejima approvals deny ID` */
export const run: RunCommand = (context, { arguments: [id = ""] }) =>
  answerApproval(context, id, { answer: "deny", run: false });
