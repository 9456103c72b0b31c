import { z } from "zod";
import { effectSchema } from "./effect.ts";
import { RISKS } from "./tool.ts";
import { reasonSchema } from "./verdict.ts";

/** A question to a person about one call. `hash` binds the answer to exactly this call. */
export const approvalRequestSchema = z.object({
  callId: z.string(),
  runId: z.string(),
  tool: z.string(),
  input: z.unknown(),
  risk: z.enum(RISKS),
  effects: z.array(effectSchema),
  reasons: z.array(reasonSchema),
  hash: z.string(),
});

export const approvalAnswerSchema = z.object({
  answer: z.enum(["approve", "deny"]),
  by: z.string(),
});

export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;

/** Asks a person. Only a door supplies one; without it every call that would ask is refused. */
export type Ask = (request: ApprovalRequest, options: { signal: AbortSignal }) => Promise<ApprovalAnswer>;
