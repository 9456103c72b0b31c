import { z } from "zod";
import { effectSchema } from "./effect.ts";
import { grantOfferSchema } from "./grant.ts";
import { argumentOriginSchema } from "./origin.ts";
import { rowsPreviewSchema } from "./rows-preview.ts";
import { RISKS } from "./tool.ts";
import { reasonSchema, VERDICTS } from "./verdict.ts";

/** How long a question stays open depends on where it is asked; `parked` is one that nobody sits in front of. */
const ASKING_PLACES = ["chat", "cli", "rest", "parked"] as const;

/** How far a change of the rules reaches. */
export const RULE_SCOPES = ["conversation", "folder"] as const;

/** The most characters of what a person says with a no. */
export const LONGEST_REASON = 1_000;

export const APPROVAL_STATUSES = ["pending", "approved", "denied", "expired", "withdrawn"] as const;

/** The same in both languages that people are asked in. */
const wordsSchema = z.object({ en: z.array(z.string()), zh: z.array(z.string()) });

const inBothSchema = z.object({ en: z.string(), zh: z.string() });

/** What a persona says around a question: before it, and after a yes or a no. It never changes the facts. */
const voiceSchema = z.object({
  approval: inBothSchema,
  approved: inBothSchema,
  denied: inBothSchema,
});

/**
 * What can be shown of an effect before it happens: a diff, a command with its program, the line of a request. `text` says it
 * all; `rows` says the same of a database, for doors that can show tables.
 */
const previewSchema = z.object({
  kind: z.enum(["diff", "command", "request", "content"]),
  text: z.string(),
  rows: rowsPreviewSchema.optional(),
});

/**
 * A change of the rules that may be chosen with the answer: turn something on, stop asking about it, or keep it off. `verdict` is
 * what the rules will say.
 */
const ruleOfferSchema = z.object({
  key: z.string(),
  /** The answer that it belongs to. */
  answer: z.enum(["approve", "deny"]),
  verdict: z.enum(VERDICTS),
  rules: z.array(z.string()),
  scope: z.enum(RULE_SCOPES),
  words: z.object({ en: z.string(), zh: z.string() }),
});

/** What is asked about one call. Secrets are left out of `input` and `preview`; `hash` binds the call itself. */
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
  /** Who said each argument, in a run that holds content from outside. */
  origins: z.array(argumentOriginSchema).optional(),
  hash: z.string(),
};

/** One call of a plan. Only lines with the verdict `ask` need the person; `approved` is set by the answer. */
const planLineSchema = z.object({
  ...subject,
  verdict: z.enum(VERDICTS),
  approved: z.boolean(),
  /** How many calls it covers, for a line whose input leaves values open. */
  times: z.int().min(1).optional(),
});

/** A question to a person about one call, or about the calls of a plan. */
const approvalRequestSchema = z.object({
  /** Short enough to say; absent only where nobody could answer, so that nothing was stored. */
  id: z.string().optional(),
  callId: z.string(),
  runId: z.string(),
  ...subject,
  lines: z.array(planLineSchema).optional(),
  /** The command line with which a person repeats the call and agrees to it. */
  replay: z.string(),
  /** Wider agreements that may be chosen instead of this call alone; none for what destroys or sends. */
  offers: z.array(grantOfferSchema),
  /** Set when the call is turned off here: says so, and asks whether to turn it on. A yes must then choose one of `ruleOffers`. */
  off: z.object({ en: z.string(), zh: z.string() }).optional(),
  /** Changes of the rules that may be chosen with the answer, the narrowest first. */
  ruleOffers: z.array(ruleOfferSchema).optional(),
  expiresAt: z.int().optional(),
  /** The words of the persona that asks; absent where no persona speaks. */
  voice: voiceSchema.optional(),
});

/** What a person said. `grant` names an offer, `lines` the lines of a plan (counting from 1; all when left out). */
export const approvalAnswerSchema = z.object({
  answer: z.enum(["approve", "deny"]),
  by: z.string(),
  grant: z.string().optional(),
  /** The key of a change of the rules that is offered with the question. */
  rule: z.string().optional(),
  /** With a no: why not, in the person's own words. Whoever made the call gets it. */
  reason: z.string().max(LONGEST_REASON).optional(),
  lines: z.array(z.int().min(1)).optional(),
  /** Whose runs the grant covers besides those of the run's own user; only an admin may name them. */
  users: z.array(z.string()).optional(),
  /** The groups whose members' runs the grant covers; only an admin may name them. */
  groups: z.array(z.string()).optional(),
});

/** An answer as it is kept: who, where, when. */
const givenAnswerSchema = approvalAnswerSchema.extend({ door: z.string(), at: z.int() });

/** A stored question with its state. */
export const approvalSchema = approvalRequestSchema.extend({
  id: z.string(),
  place: z.enum(ASKING_PLACES),
  createdAt: z.int(),
  expiresAt: z.int(),
  status: z.enum(APPROVAL_STATUSES),
  /** How many different people have to agree. */
  quorum: z.int().min(1),
  answers: z.array(givenAnswerSchema),
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
export type GivenAnswer = z.infer<typeof givenAnswerSchema>;
export type Approval = z.infer<typeof approvalSchema>;

/**
 * Asks a person. Only a door supplies one; without it every call that would ask is refused. The signal aborts when the
 * question was answered elsewhere meanwhile.
 */
export type Ask = (request: ApprovalRequest, options: { signal: AbortSignal }) => Promise<ApprovalAnswer>;
