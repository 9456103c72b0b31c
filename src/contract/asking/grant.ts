import { z } from "zod";
import { EFFECT_KINDS } from "../effect.ts";

export const GRANT_STATUSES = ["active", "used", "revoked", "expired"] as const;

/** One thing that a grant covers: exactly this target, everything below a folder or an address, or what a rule pattern matches. */
const allowanceSchema = z.object({
  kind: z.enum(EFFECT_KINDS),
  match: z.enum(["exact", "under", "pattern"]),
  value: z.string(),
});

/** A source of content, and how many results the run had read when the person was asked about it. */
const partySchema = z.object({ source: z.string(), results: z.int() });

/** What a grant covers and for how long. The terms cannot change once the grant is given. */
const grantTermsSchema = z.object({
  tool: z.string(),
  /** Hash of the tool's definition. Another definition under the same name is not covered. */
  definition: z.string(),
  allows: z.array(allowanceSchema),
  /**
   * The fields that the input must have, each as the hash of its JSON text. Set for a tool that declares no effects, and for
   * every call of a run with untrusted content. If `open`, other fields may have any value; otherwise they must be absent.
   */
  input: z.object({ fields: z.record(z.string(), z.string()), open: z.boolean() }).optional(),
  /** The hashes of the scripts that the commands run. If a script changes, the call is asked about again. */
  scripts: z.record(z.string(), z.string()),
  /** The run with which the grant ends. */
  runId: z.string().optional(),
  /** The users whose runs it covers. Grants of older versions have none and cover the local user. */
  users: z.array(z.string()).optional(),
  /** The groups whose members' runs it covers. Membership is checked at the time of the call. */
  groups: z.array(z.string()).optional(),
  /** The workspace in which it was given. It is not valid anywhere else. */
  folder: z.string(),
  expiresAt: z.int(),
  maxUses: z.int().min(1),
  /** The sources of untrusted content in the run when the grant was given. Content from any other source is asked about again. */
  sources: z.array(z.string()),
  /**
   * What a run with untrusted content had read when the grant was given. The grant ends with the next untrusted content,
   * whatever its source: a known source name does not vouch for new content.
   */
  reading: z.string().optional(),
  /** A source that the person trusts for this tool. Covers calls whose unexplained arguments this source had provided by then. */
  party: partySchema.optional(),
});

/** A broader approval that a person can choose, with the text of its button. */
export const grantOfferSchema = z.object({
  key: z.string(),
  words: z.object({ en: z.string(), zh: z.string() }),
  terms: grantTermsSchema,
});

/** An approval that covers more than one call. `seal` is the hash of everything that cannot change. */
export const grantSchema = z.object({
  id: z.string(),
  /** The run in which it was given. The run's folder and log contain the seal. */
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
