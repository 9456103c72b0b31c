import type { Call } from "./call.ts";

/** How far a call is. */
export type CallPhase = "running" | "waiting" | "done" | "failed";

export function callPhase({ result, question }: Call): CallPhase {
  if (result !== undefined) return result.ok ? "done" : "failed";
  return question !== undefined && question.answer === undefined ? "waiting" : "running";
}

const CHANGES: ReadonlySet<string> = new Set(["file.write", "file.delete"]);

/** Whether there may be something to put back. */
export function canUndo({ result, effects, undone }: Call): boolean {
  return result?.ok === true && undone === undefined && effects.some(({ kind }) => CHANGES.has(kind));
}
