import { z } from "zod";
import { skillBindingSchema } from "./active-skill.ts";
import { AGENT_DRIVERS } from "./config-names.ts";

const base = { runId: z.string(), at: z.string() };

/** What a person hears at each point of a run besides the answer. */
const SITUATIONS = ["model", "announce", "done", "failed", "limit", "remark", "media"] as const;

/** How a run is judged after failures. */
const REFLECTION_VERDICTS = ["complete", "continue", "replan"] as const;

/** What was learned from failed calls, and how to go on. */
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
  /** Millionths of a US dollar; absent where the price is not known. */
  cost: z.number().optional(),
});

/** Whether somebody can be asked about a call while the run goes on, answers later, or is not there at all. */
const ASKING_TIMES = ["now", "later", "never"] as const;

export type AskingTime = (typeof ASKING_TIMES)[number];

/** What happens in a run of the agent beside its calls. `text-delta` and `thinking-delta` are announced only. */
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
    /** `false` for a model that cannot think before it answers. */
    thinks: z.boolean().optional(),
    /** The day where the user is, which the prompt names. */
    today: z.string().optional(),
    /** What runs the workflow; absent for a driver of the caller's own. */
    driver: z.enum(AGENT_DRIVERS).optional(),
  }),
  z.object({ type: z.literal("text-delta"), ...base, text: z.string() }),
  z.object({ type: z.literal("thinking-delta"), ...base, text: z.string() }),
  z.object({
    type: z.literal("model-end"),
    ...base,
    model: z.string(),
    /** What it was asked for, where that was not the next step. */
    purpose: z.enum(["reflection", "summary"]).optional(),
    /** Of the request, so that a replay can tell whether it was asked the same. */
    requestHash: z.string(),
    text: z.string(),
    /** What it thought before it answered. No part of the answer, and never sent to a model again. */
    thinking: z.string().optional(),
    calls: z.array(z.object({ id: z.string(), tool: z.string(), input: z.string() })),
    /** Why the reply ended; absent in logs of older versions. */
    end: z.enum(["stop", "tool-calls", "length", "refused", "other"]).optional(),
    usage: usageSchema,
    /** Tokens of definitions that the model was not shown because they did not fit the request. */
    savedTokens: z.int().optional(),
    durationMs: z.number(),
  }),
  z.object({
    type: z.literal("skill-start"),
    ...base,
    skill: z.string(),
    why: z.string(),
    /** What its contract binds; absent in logs of older versions. */
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
