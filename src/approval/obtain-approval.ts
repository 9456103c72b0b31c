import {
  type ApprovalAnswer,
  type ApprovalRequest,
  type Ask,
  approvalAnswerSchema,
} from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";
import { thrownText } from "../support/thrown-text.ts";
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
  const { answer, by } = await answerOf(request, ask, signal);
  if (answer === "approve") return { by };
  throw new DejimaError("approval_denied", `Cannot call "${request.tool}": ${by} said no`, {
    by,
    hash: request.hash,
  });
}

async function answerOf(request: ApprovalRequest, ask: Ask, signal: AbortSignal): Promise<ApprovalAnswer> {
  if (signal.aborted) throw cancelled(request);
  let given: unknown;
  try {
    given = await untilAborted(
      async () => ask(request, { signal }),
      signal,
      () => cancelled(request),
    );
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    throw required(request, `asking failed (${thrownText(cause)})`);
  }
  const answer = approvalAnswerSchema.safeParse(given);
  if (answer.success) return answer.data;
  throw required(request, 'asking failed (the answer was neither "approve" nor "deny")');
}

// An asker that does not listen to the signal must not hold the call up.
function untilAborted<Value>(
  work: () => Promise<Value>,
  signal: AbortSignal,
  reason: () => DejimaError,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(reason());
    signal.addEventListener("abort", onAbort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function cancelled(request: ApprovalRequest): DejimaError {
  return new DejimaError("cancelled", `Cancelled "${request.tool}" while asking; nothing was run`, {
    tool: request.tool,
  });
}

function required(request: ApprovalRequest, why: string): DejimaError {
  const input = JSON.stringify(request.input);
  const large = input.length > MAX_SHOWN;
  const replay = replayCommand(request.tool, large ? undefined : input, request.hash);
  const how = large ? `${replay}, with the same input on standard input` : replay;
  return new DejimaError(
    "approval_required",
    `Cannot call "${request.tool}" without an approval: ${why}. To approve it, run: ${how}`,
    {
      hash: request.hash,
      replay,
      request: large ? { ...request, input: { characters: input.length } } : request,
    },
  );
}

// Longer inputs are not repeated in a command line or in an error.
const MAX_SHOWN = 2_000;
