import { z } from "zod";
import { RUN_STATUSES } from "../run.ts";
import { TASK_KINDS } from "./schedule.ts";

/** The series of runs of one user in one channel. */
export const conversationSchema = z.object({
  id: z.string(),
  /** The door where it takes place. */
  door: z.string(),
  user: z.string(),
  title: z.string(),
  createdAt: z.int(),
  /** Time of the latest message. */
  updatedAt: z.int(),
  /** The conversation that this one branched from, and the run whose message was rewritten here. */
  branchOf: z.object({ conversation: z.string(), run: z.string() }).optional(),
});

/** One run as a part of its conversation: the message, the answer, and what the model saw on the way. */
export const turnSchema = z.object({
  runId: z.string(),
  conversationId: z.string(),
  message: z.string(),
  status: z.enum(RUN_STATUSES),
  answer: z.string(),
  startedAt: z.int(),
  /** Set if a schedule began it: nobody said its message. */
  scheduled: z.enum(TASK_KINDS).optional(),
  /** What later turns know of this one, in the agent's own format. */
  context: z.unknown(),
});

/** One finished step of a run's workflow: the node, and the state that it changed. */
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
