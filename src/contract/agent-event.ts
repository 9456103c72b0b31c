import { z } from "zod";
import { skillBindingSchema } from "./active-skill.ts";
import { AGENT_DRIVERS } from "./config-names.ts";
import { effectSchema } from "./effect.ts";

const base = { runId: z.string(), at: z.string() };

/** The kinds of remark that a person sees during a run, besides the answer. */
const SITUATIONS = ["model", "announce", "done", "failed", "limit", "remark", "media", "waiting"] as const;

/** How the agent judges its run after failures. */
const REFLECTION_VERDICTS = ["complete", "continue", "replan"] as const;

/** What the agent learned from failed calls, and how it continues. */
export const reflectionSchema = z.object({
  verdict: z.enum(REFLECTION_VERDICTS),
  assessment: z.string(),
  lessons: z.array(z.string()),
  nextFocus: z.string().optional(),
  toolFailures: z.array(
    z.object({ toolName: z.string(), error: z.string(), suggestion: z.string().optional() }),
  ),
});

const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedTokens: z.number(),
  /** Input that the provider has cached for later requests, if it charges for that. */
  writtenTokens: z.number().optional(),
  /** Millionths of a US dollar. Absent if the price is unknown. */
  cost: z.number().optional(),
  /** The most that it could cost, as it was reserved before the call. */
  reserved: z.number().optional(),
});

/** When a person can be asked about a call: while the run continues, later, or never. */
const ASKING_TIMES = ["now", "later", "never"] as const;

export type AskingTime = (typeof ASKING_TIMES)[number];

/** Events of an agent's run besides those of its calls. `text-delta` and `thinking-delta` are not stored in the log. */
export const agentEventSchemas = [
  z.object({
    type: z.literal("turn-start"),
    ...base,
    conversationId: z.string(),
    message: z.string(),
    model: z.string(),
    persona: z.string(),
    language: z.enum(["en", "zh"]),
    asking: z.enum(ASKING_TIMES).optional(),
    /** `false` if the model cannot think before it answers. */
    thinks: z.boolean().optional(),
    /** The current day in the user's time zone, as the prompt names it. */
    today: z.string().optional(),
    /** The driver of the workflow. Absent for a custom driver. */
    driver: z.enum(AGENT_DRIVERS).optional(),
  }),
  z.object({ type: z.literal("text-delta"), ...base, text: z.string() }),
  z.object({ type: z.literal("thinking-delta"), ...base, text: z.string() }),
  z.object({
    type: z.literal("model-end"),
    ...base,
    model: z.string(),
    /** Why the model was asked. Absent for the next step of the run. */
    purpose: z.enum(["reflection", "summary"]).optional(),
    /** Hash of the request. A replay compares it to detect a different request. */
    requestHash: z.string(),
    text: z.string(),
    /** The model's thinking before the answer. It is not part of the answer and is never sent to a model again. */
    thinking: z.string().optional(),
    calls: z.array(z.object({ id: z.string(), tool: z.string(), input: z.string() })),
    /** Why the reply ended; absent in logs of older versions. */
    end: z.enum(["stop", "tool-calls", "length", "refused", "other"]).optional(),
    usage: usageSchema,
    /** What the call did to the world outside: it spent up to this amount. Absent in logs of older versions. */
    effects: z.array(effectSchema).optional(),
    /** Tokens of tool definitions that were left out because the request was too large. */
    savedTokens: z.int().optional(),
    durationMs: z.number(),
  }),
  z.object({
    type: z.literal("skill-start"),
    ...base,
    skill: z.string(),
    why: z.string(),
    /** How strictly its contract limits the run. Absent in logs of older versions. */
    binds: skillBindingSchema.optional(),
    round: z.int().optional(),
  }),
  z.object({ type: z.literal("reflection-end"), ...base, reflection: reflectionSchema }),
  z.object({ type: z.literal("notice"), ...base, situation: z.enum(SITUATIONS), text: z.string() }),
  z.object({
    type: z.literal("node-end"),
    ...base,
    node: z.string(),
    next: z.string(),
    durationMs: z.number(),
  }),
] as const;

export type Reflection = z.infer<typeof reflectionSchema>;
export type Situation = (typeof SITUATIONS)[number];
