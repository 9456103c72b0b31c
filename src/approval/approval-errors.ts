import type { Approval, ApprovalRequest } from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";
import { replayCommand } from "./replay-command.ts";
import { whyAsked } from "./why-asked.ts";

// Longer inputs are not repeated in a command line or in an error.
const MAX_SHOWN = 2_000;

/** The command that repeats a call and agrees to it; a large input is to be given on standard input. */
export function replayOf({ tool, input, hash }: Pick<ApprovalRequest, "tool" | "input" | "hash">): string {
  const json = JSON.stringify(input);
  return replayCommand(tool, json.length > MAX_SHOWN ? undefined : json, hash);
}

/** A call that would have to be asked about, where nobody can answer. */
export function approvalRequired(request: ApprovalRequest, why: string): DejimaError {
  const { tool, hash, replay } = request;
  const characters = JSON.stringify(request.input).length;
  const large = characters > MAX_SHOWN;
  const how = large ? `${replay}, with the same input on standard input` : replay;
  return new DejimaError(
    "approval_required",
    `Cannot call "${tool}" without an approval: ${whyAsked(request.reasons)}, and ${why}. To approve it, run: ${how}`,
    { hash, replay, request: large ? { ...request, input: { characters } } : request },
  );
}

/** A question that ended without a yes. */
export function approvalRefused({ id, tool, hash, status, answers }: Approval): DejimaError {
  const by = answers.at(-1)?.by ?? "nobody";
  if (status === "denied")
    return new DejimaError("approval_denied", `Cannot call "${tool}": ${by} said no`, { id, by, hash });
  const why =
    status === "expired" ? "nobody answered in time, which counts as a no" : "the question was withdrawn";
  return new DejimaError("approval_expired", `Cannot call "${tool}": ${why} (${id})`, { id, by, hash });
}

/** The caller gave up while a person was being asked. */
export function cancelledWhileAsking(tool: string): DejimaError {
  return new DejimaError("cancelled", `Cancelled "${tool}" while asking; nothing was run`, { tool });
}
