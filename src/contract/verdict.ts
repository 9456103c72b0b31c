import { z } from "zod";

/** The verdicts of the policy on a call, from lenient to strict. */
export const VERDICTS = ["allow", "ask", "deny"] as const;

export type VerdictKind = (typeof VERDICTS)[number];

/** Why a verdict was reached: the layer, the rule, the verdict that it wanted, and the file that contains the rule. */
export const reasonSchema = z.object({
  layer: z.string(),
  rule: z.string(),
  effect: z.enum(VERDICTS),
  message: z.string(),
  file: z.string().optional(),
});

export const verdictSchema = z.object({
  verdict: z.enum(VERDICTS),
  reasons: z.array(reasonSchema),
});

export type Reason = z.infer<typeof reasonSchema>;
export type Verdict = z.infer<typeof verdictSchema>;
