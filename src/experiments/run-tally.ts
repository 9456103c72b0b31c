import { z } from "zod";
import { REFUSALS } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import { VARIANTS } from "../contract/figures/experiment.ts";

/** Maximum number of calls per run whose undos are counted. */
const MAX_CALLS = 50;

/** The counts of one run in one experiment, as stored. */
export const tallySchema = z.object({
  variant: z.enum(VARIANTS),
  /** Whether the first call of the tool succeeded, and when that was known. */
  first: z.boolean().optional(),
  firstAt: z.int().optional(),
  calls: z.int(),
  failures: z.int(),
  retries: z.int(),
  questions: z.int(),
  totalMs: z.number(),
  tokens: z.int(),
  undone: z.int(),
  callIds: z.array(z.string()),
});

export type RunTally = z.infer<typeof tallySchema>;

/** A run before its first call. */
export const NO_CALLS: Omit<RunTally, "variant"> = {
  calls: 0,
  failures: 0,
  retries: 0,
  questions: 0,
  totalMs: 0,
  tokens: 0,
  undone: 0,
  callIds: [],
};

/**
 * The tally after an event. A refusal by a person or the policy, and a stop, are not caused by the variant: they count neither as
 * success nor as failure.
 */
export function updateTally(tally: RunTally, event: HarbourEvent, tool: string): RunTally {
  switch (event.type) {
    case "model-end": {
      const { inputTokens, outputTokens } = event.usage;
      return { ...tally, tokens: tally.tokens + inputTokens + outputTokens };
    }
    case "call-start":
      if (event.tool !== tool || tally.callIds.length >= MAX_CALLS) return tally;
      return { ...tally, callIds: [...tally.callIds, event.callId] };
    case "approval-start":
      return tally.callIds.includes(event.callId) ? { ...tally, questions: tally.questions + 1 } : tally;
    case "undo-end":
      return tally.callIds.includes(event.callId) ? { ...tally, undone: tally.undone + 1 } : tally;
    case "call-end": {
      const { ok, error } = event.result;
      if (event.tool !== tool || (error && (REFUSALS.has(error.code) || error.code === "cancelled")))
        return tally;
      return {
        ...tally,
        calls: tally.calls + 1,
        failures: tally.failures + (ok ? 0 : 1),
        retries: tally.retries + (tally.failures > 0 ? 1 : 0),
        totalMs: tally.totalMs + event.durationMs,
        ...(tally.first === undefined ? { first: ok, firstAt: Date.parse(event.at) } : {}),
      };
    }
    default:
      return tally;
  }
}
