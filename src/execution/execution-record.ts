import { DejimaError } from "../contract/error.ts";
import type { Execution } from "../contract/execution.ts";
import type { Ledger } from "../store/store.ts";
import { nowOrOnceBack } from "../store/store-errors.ts";
import { defined } from "../support/defined.ts";
import type { Call } from "./call.ts";
import type { BoundOutput } from "./observation/bound-output.ts";

interface OnceOptions {
  /** The idempotency key. */
  readonly key: string;
  readonly tool: string;
  readonly call: Call;
  readonly executions: Ledger<Execution>;
  now(): number;
  /** Converts an error to the form that is stored. */
  errorOf(error: unknown): unknown;
}

/**
 * Runs the work at most once per key, across processes and crashes: the start is on disk before the work begins. A second
 * attempt is refused, whatever happened to the first.
 */
export async function runOnce(options: OnceOptions, work: () => Promise<BoundOutput>): Promise<BoundOutput> {
  const { key, tool, call, executions, now, errorOf } = options;
  const { runId, callId } = call;
  // A store that is away does not turn a call that has run into one that failed: the log waits for the store.
  const end = (status: "done" | "failed", result: unknown) => {
    const endedAt = Math.floor(now());
    return nowOrOnceBack(() => executions.change(key, (record) => ({ ...record, status, endedAt, result })));
  };
  try {
    await executions.create({
      id: key,
      runId,
      callId,
      tool,
      status: "started",
      startedAt: Math.floor(now()),
    });
  } catch (error) {
    const existing =
      error instanceof DejimaError && error.code === "conflict" ? await executions.get(key) : undefined;
    throw existing === undefined ? error : alreadyStarted(existing);
  }
  let output: BoundOutput;
  try {
    output = await work();
  } catch (error) {
    await end("failed", { ok: false, error: errorOf(error) });
    throw error;
  }
  await end("done", { ok: true, ...output.recorded, sha256: output.sha256 });
  return output;
}

/** The error for a repeated call: it has run, or it may have run. */
export function alreadyStarted({ id, tool, callId, status, result }: Execution): DejimaError {
  const what =
    status === "started"
      ? `it may have run: it was begun as ${callId} and its end was never recorded. Look at what it would have changed, and make a new call if it is still needed`
      : `it has run already, as ${callId}`;
  return new DejimaError("conflict", `Cannot run "${tool}" again for ${id}: ${what}`, {
    id,
    tool,
    callId,
    ran: status === "started" ? "perhaps" : true,
    ...defined({ result }),
  });
}
