import { z } from "zod";
import { RUN_STATUSES } from "./run.ts";

/** The series of runs of one user in one channel. */
export const conversationSchema = z.object({
  id: z.string(),
  /** The door it is held at. */
  door: z.string(),
  user: z.string(),
  title: z.string(),
  createdAt: z.int(),
  /** When something was last said in it. */
  updatedAt: z.int(),
  /** The conversation that this one went on from, and the run whose message was said differently here. */
  branchOf: z.object({ conversation: z.string(), run: z.string() }).optional(),
});

/** One run as a part of its conversation: what was asked, what was answered, what the model was shown on the way. */
export const turnSchema = z.object({
  runId: z.string(),
  conversationId: z.string(),
  message: z.string(),
  status: z.enum(RUN_STATUSES),
  answer: z.string(),
  startedAt: z.int(),
  /** What later turns are given of it, as the agent keeps it. */
  context: z.unknown(),
});

/** One finished step of a run's workflow: which node, and what it changed. */
const stepSchema = z.object({
  runId: z.string(),
  number: z.int(),
  node: z.string(),
  patch: z.unknown(),
  at: z.int(),
});

export type Conversation = z.infer<typeof conversationSchema>;
export type Turn = z.infer<typeof turnSchema>;
export type Step = z.infer<typeof stepSchema>;
