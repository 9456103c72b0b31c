import { z } from "zod";
import { rowsPreviewSchema } from "../data/database.ts";
import { effectSchema } from "../effect.ts";
import { DejimaError } from "../error.ts";
import { argumentOriginSchema } from "../origin.ts";
import { RISKS } from "../tool.ts";
import { reasonSchema, VERDICTS } from "../verdict.ts";
import { grantOfferSchema } from "./grant.ts";

/** Where a question is asked, which decides how long it stays open. `parked`: nobody is waiting in front of it. */
const ASKING_PLACES = ["chat", "cli", "rest", "parked"] as const;

/** Where a change of the rules applies. */
export const RULE_SCOPES = ["conversation", "folder"] as const;

/** Maximum length of the reason that a person gives with a denial. */
export const MAX_REASON_CHARACTERS = 1_000;

export const APPROVAL_STATUSES = ["pending", "approved", "denied", "expired", "withdrawn"] as const;

/** The same lines in both supported languages. */
const wordsSchema = z.object({ en: z.array(z.string()), zh: z.array(z.string()) });

const inBothSchema = z.object({ en: z.string(), zh: z.string() });

/** The persona's words before a question and after an approval or a denial. They never change the facts. */
const voiceSchema = z.object({
  approval: inBothSchema,
  approved: inBothSchema,
  denied: inBothSchema,
});

/**
 * A preview of an effect before it happens: a diff, a command with its program, or the request line. `text` is complete;
 * `rows` shows the same for a database, for doors that can show tables; `zh` says the same in Chinese, where the tool can.
 */
const previewSchema = z.object({
  kind: z.enum(["diff", "command", "request", "content"]),
  text: z.string(),
  zh: z.string().optional(),
  rows: rowsPreviewSchema.optional(),
});

/**
 * A rule change that a person can choose with the answer: turn something on, stop asking about it, or keep it off. `verdict`
 * is what the new rules say.
 */
const ruleOfferSchema = z.object({
  key: z.string(),
  /** The answer with which this change can be chosen. */
  answer: z.enum(["approve", "deny"]),
  verdict: z.enum(VERDICTS),
  rules: z.array(z.string()),
  scope: z.enum(RULE_SCOPES),
  words: z.object({ en: z.string(), zh: z.string() }),
});

/** The call that is asked about. `input` and `preview` contain no secrets; `hash` identifies the exact call. */
const subject = {
  tool: z.string(),
  input: z.unknown(),
  risk: z.enum(RISKS),
  effects: z.array(effectSchema),
  reasons: z.array(reasonSchema),
  words: wordsSchema,
  /** The question itself on one line, such as "Write notes.txt?"; absent in questions of older versions. */
  title: inBothSchema.optional(),
  /** What is changed where, what is lost and whether it can be undone, in one sentence. */
  consequence: inBothSchema.optional(),
  preview: previewSchema.optional(),
  /** Who wrote each argument. Present if the run contains content from outside. */
  origins: z.array(argumentOriginSchema).optional(),
  hash: z.string(),
};

/** One call of a plan. Only lines with the verdict `ask` need the person; `approved` is set by the answer. */
const planLineSchema = z.object({
  ...subject,
  verdict: z.enum(VERDICTS),
  approved: z.boolean(),
  /** How many calls the line covers, if its input leaves values open. */
  times: z.int().min(1).optional(),
});

/** A question to a person about one call, or about the calls of a plan. */
const approvalRequestSchema = z.object({
  /** A short id that can be read aloud. Absent if nobody could answer: the question was then not stored. */
  id: z.string().optional(),
  callId: z.string(),
  runId: z.string(),
  ...subject,
  lines: z.array(planLineSchema).optional(),
  /** The command line that repeats the call and approves it. */
  replay: z.string(),
  /** Broader grants that can be chosen instead of approving only this call. Empty for calls that delete or send. */
  offers: z.array(grantOfferSchema),
  /** Set if the call is turned off here. The text asks whether to turn it on; an approval must then choose one of `ruleOffers`. */
  off: z.object({ en: z.string(), zh: z.string() }).optional(),
  /** Rule changes that can be chosen with the answer, the narrowest first. */
  ruleOffers: z.array(ruleOfferSchema).optional(),
  expiresAt: z.int().optional(),
  /** The words of the persona that asks. Absent without a persona. */
  voice: voiceSchema.optional(),
});

/** A person's answer. `grant` names an offer, `lines` the approved lines of a plan (counting from 1; default: all). */
export const approvalAnswerSchema = z.object({
  answer: z.enum(["approve", "deny"]),
  by: z.string(),
  grant: z.string().optional(),
  /** The key of an offered rule change. */
  rule: z.string().optional(),
  /** Why the person denied the call, in their own words. The caller receives it. */
  reason: z.string().max(MAX_REASON_CHARACTERS).optional(),
  lines: z.array(z.int().min(1)).optional(),
  /** Users whose runs the grant covers besides those of the run's own user. Only an admin may set it. */
  users: z.array(z.string()).optional(),
  /** Groups whose members' runs the grant covers. Only an admin may set it. */
  groups: z.array(z.string()).optional(),
});

/** An answer as it is stored, with door and time. */
const recordedAnswerSchema = approvalAnswerSchema.extend({ door: z.string(), at: z.int() });

/** A stored question with its status and answers. */
export const approvalSchema = approvalRequestSchema.extend({
  id: z.string(),
  place: z.enum(ASKING_PLACES),
  createdAt: z.int(),
  expiresAt: z.int(),
  status: z.enum(APPROVAL_STATUSES),
  /** How many different people must approve. */
  quorum: z.int().min(1),
  answers: z.array(recordedAnswerSchema),
});

export type AskingPlace = (typeof ASKING_PLACES)[number];
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
export type Title = { readonly en: string; readonly zh: string };
export type Voice = z.infer<typeof voiceSchema>;
export type Words = z.infer<typeof wordsSchema>;
export type Preview = z.infer<typeof previewSchema>;
export type RuleOffer = z.infer<typeof ruleOfferSchema>;
export type PlanLine = z.infer<typeof planLineSchema>;
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;
export type RecordedAnswer = z.infer<typeof recordedAnswerSchema>;
export type Approval = z.infer<typeof approvalSchema>;

/**
 * Asks a person. Only a door supplies this function; without it, every call that needs an approval is refused. The signal
 * aborts when the question was answered elsewhere.
 */
export type Ask = (request: ApprovalRequest, options: { signal: AbortSignal }) => Promise<ApprovalAnswer>;

/** The error for a question that does not exist or belongs to another user: callers cannot tell the two apart. */
export function noSuchApproval(id: string): DejimaError {
  return new DejimaError(
    "not_found",
    `Cannot find approval "${id.slice(0, 100)}": \`dejima approvals list\` shows the ones there are`,
    { id },
  );
}
