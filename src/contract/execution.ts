import { z } from "zod";

const EXECUTION_STATUSES = ["started", "done", "failed"] as const;

/**
 * That something was begun which must not happen twice. Written before the effect; one that stays `started` after its
 * process is gone may have happened, and is never repeated.
 */
export const executionSchema = z.object({
  /** The idempotency key: an approval's id, a line of a plan, or what the caller chose. */
  id: z.string(),
  runId: z.string(),
  callId: z.string(),
  tool: z.string(),
  status: z.enum(EXECUTION_STATUSES),
  startedAt: z.int(),
  endedAt: z.int().optional(),
  /** What the log keeps of the end: a small output, a reference to a large one, or the error. */
  result: z.unknown().optional(),
});

export type Execution = z.infer<typeof executionSchema>;
