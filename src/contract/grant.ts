import { z } from "zod";
import { EFFECT_KINDS } from "./effect.ts";

export const GRANT_STATUSES = ["active", "used", "revoked", "expired"] as const;

/** One thing a grant covers: exactly this target, all below a folder or an address, or what a pattern of the rules matches. */
const allowanceSchema = z.object({
  kind: z.enum(EFFECT_KINDS),
  match: z.enum(["exact", "under", "pattern"]),
  value: z.string(),
});

/** A source of content, and how many results the run had read when the person was asked about it. */
const partySchema = z.object({ source: z.string(), results: z.int() });

/** What a grant covers and for how long. Nothing of it can change once it is given. */
const grantTermsSchema = z.object({
  tool: z.string(),
  /** Hash of the tool's definition: another definition under the same name is not covered. */
  definition: z.string(),
  allows: z.array(allowanceSchema),
  /**
   * For a tool that declares no effects, and for every call of a run with untrusted content: the fields that its input must have, each as the hash of its JSON text. Other fields may hold
   * anything where it is `open`, and must not be there otherwise.
   */
  input: z.object({ fields: z.record(z.string(), z.string()), open: z.boolean() }).optional(),
  /** The hashes of the scripts that the commands run; another content is asked about anew. */
  scripts: z.record(z.string(), z.string()),
  /** Set when it ends with one run. */
  runId: z.string().optional(),
  /** The users whose runs it covers. Absent in grants of older versions, which cover those of the local user. */
  users: z.array(z.string()).optional(),
  /** The groups it was given to. It covers the runs of those who are members when a call is made. */
  groups: z.array(z.string()).optional(),
  /** The workspace it was given in; it holds nowhere else. */
  folder: z.string(),
  expiresAt: z.int(),
  maxUses: z.int().min(1),
  /** Untrusted content that had entered the run when it was given; content from elsewhere is asked about anew. */
  sources: z.array(z.string()),
  /**
   * What a run that holds untrusted content had read when it was given. It ends with the next such content, whoever it is from:
   * a name says nothing of what is said under it.
   */
  reading: z.string().optional(),
  /** A source that the person trusts for this tool: covers calls of the run whose unexplained arguments it had said by then. */
  party: partySchema.optional(),
});

/** A wider agreement that a person may choose, with words for the button. */
export const grantOfferSchema = z.object({
  key: z.string(),
  words: z.object({ en: z.string(), zh: z.string() }),
  terms: grantTermsSchema,
});

/** An agreement that covers more than one call. `seal` is the hash of all that cannot change. */
export const grantSchema = z.object({
  id: z.string(),
  /** The run in which it was given; its folder and log hold the seal. */
  runId: z.string(),
  approvalId: z.string(),
  by: z.string(),
  door: z.string(),
  createdAt: z.int(),
  terms: grantTermsSchema,
  seal: z.string(),
  status: z.enum(GRANT_STATUSES),
  uses: z.int(),
  revokedBy: z.string().optional(),
});

export type GrantStatus = (typeof GRANT_STATUSES)[number];
export type Allowance = z.infer<typeof allowanceSchema>;
export type Party = z.infer<typeof partySchema>;
export type GrantTerms = z.infer<typeof grantTermsSchema>;
export type GrantOffer = z.infer<typeof grantOfferSchema>;
export type Grant = z.infer<typeof grantSchema>;
