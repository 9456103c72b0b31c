import { z } from "zod";

/** What the policy says of a call, from lenient to strict. */
export const VERDICTS = ["allow", "ask", "deny"] as const;

export type VerdictKind = (typeof VERDICTS)[number];

/** Why: which layer, by which rule, wanted which effect on the call, and in which file that rule stands. */
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
