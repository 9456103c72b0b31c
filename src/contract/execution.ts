import { z } from "zod";
import type { ErrorDetails } from "./error.ts";

const EXECUTION_STATUSES = ["started", "done", "failed"] as const;

/**
 * Records that something was started which must not happen twice. Written before the effect. An execution that is still
 * `started` after its process is gone may have happened, and is never repeated.
 */
export const executionSchema = z.object({
  /** The idempotency key: the id of an approval, a line of a plan, or a key that the caller chose. */
  id: z.string(),
  runId: z.string(),
  callId: z.string(),
  tool: z.string(),
  status: z.enum(EXECUTION_STATUSES),
  startedAt: z.int(),
  endedAt: z.int().optional(),
  /** The result as the log stores it: a small output, a reference to a large one, or the error. */
  result: z.unknown().optional(),
});

export type Execution = z.infer<typeof executionSchema>;

/** Whether an error means that another process has a run open or has begun its call, so that nothing is left to do here. */
export function isTakenElsewhere(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("code" in error) || !("details" in error))
    return false;
  const { held, ran } = error.details as ErrorDetails; // looked at as unknown
  return error.code === "conflict" && (held === true || ran !== undefined);
}
