import type { ApprovalRequest, Ask } from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";
import { replayCommand } from "./replay-command.ts";

export interface ApprovalWays {
  /** The hash that a person has agreed to beforehand. */
  readonly approve: string | undefined;
  readonly ask: Ask | undefined;
  readonly signal: AbortSignal;
}

/** Gets a person's agreement to exactly this call, or throws. Nobody to ask means no; a failure to ask means no. */
export async function obtainApproval(
  request: ApprovalRequest,
  { approve, ask, signal }: ApprovalWays,
): Promise<{ by: string }> {
  if (approve !== undefined) {
    if (approve === request.hash) return { by: "command line" };
    throw required(
      request,
      `the approval ${approve.slice(0, 12)}… is for another call or another state of this one`,
    );
  }
  if (ask === undefined) throw required(request, "there is nobody to ask");
  const { answer, by } = await ask(request, { signal }).catch((cause: unknown) => {
    if (cause instanceof DejimaError) throw cause;
    throw required(request, `asking failed (${cause instanceof Error ? cause.message : String(cause)})`);
  });
  if (answer === "approve") return { by };
  throw new DejimaError("approval_denied", `Cannot call "${request.tool}": ${by} said no`, {
    by,
    hash: request.hash,
  });
}

function required(request: ApprovalRequest, why: string): DejimaError {
  const replay = replayCommand(request.tool, request.input, request.hash);
  return new DejimaError(
    "approval_required",
    `Cannot call "${request.tool}" without an approval: ${why}. To approve it, run: ${replay}`,
    {
      request,
      replay,
    },
  );
}
