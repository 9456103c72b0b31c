import { fieldsOf } from "../../../src/text/record.ts";
import type { Call } from "./call.ts";

const UNRUN: Readonly<Record<string, Unrun>> = {
  approval_denied: "denied",
  approval_expired: "expired",
  approval_required: "denied",
  tool_not_allowed: "denied",
  cancelled: "stopped",
};

/** The phase of a call. */
export type CallPhase = "running" | "waiting" | "done" | "failed" | Unrun;

/** Why a call did not run although nothing failed. */
type Unrun = "denied" | "expired" | "stopped";

export function callPhase({ result, question, verdict }: Call): CallPhase {
  if (result !== undefined) return result.ok ? "done" : (UNRUN[result.error?.code ?? ""] ?? "failed");
  // Calls of something that is off are asked about one after the other.
  if (question === undefined && verdict === "deny") return "waiting";
  return question !== undefined && question.answer === undefined ? "waiting" : "running";
}

/** Counts the calls that wait for an answer: this one and the calls that it made. */
export function countWaiting(call: Call): number {
  const own = callPhase(call) === "waiting" ? 1 : 0;
  return own + (call.inner ?? []).filter((inner) => callPhase(inner) === "waiting").length;
}

const CHANGES: ReadonlySet<string> = new Set([
  ...["file.write", "file.delete"],
  ...["db.insert", "db.update", "db.delete", "db.schema"],
]);

/** Whether there may be something to undo. */
export function canUndo({ tool, result, effects, undone }: Call): boolean {
  const changes = tool === "install_capability" || effects.some(({ kind }) => CHANGES.has(kind));
  return result?.ok === true && undone === undefined && changes;
}

/** The file that a call has written, as its input names it. `undefined` if it wrote none, or several. */
export function writtenFile({ result, effects, params }: Call): string | undefined {
  const writes = effects.filter(({ kind }) => kind === "file.write");
  if (result?.ok !== true || writes.length !== 1 || typeof params !== "object" || params === null)
    return undefined;
  const { path } = fieldsOf(params);
  return typeof path === "string" ? path : undefined;
}
