import { z } from "zod";
import { PROFILE_KEYS } from "../words/profile-questions.ts";

/** One field of a profile: the answer, or that the user does not want to be asked. */
export const profileEntrySchema = z.object({
  value: z.string().optional(),
  skipped: z.boolean(),
  at: z.int(),
  /** Sources of untrusted content in the run that set it. */
  untrusted: z.array(z.string()).optional(),
  /** The run whose conversation it comes from. Not set if the user wrote it themselves. */
  runId: z.string().optional(),
});

/** Where a line of a profile comes from. */
const profileOriginSchema = z.object({
  at: z.int(),
  /** The run whose conversation it comes from. Not set if the user wrote it themselves. */
  runId: z.string().optional(),
  /** Sources of untrusted content that it may contain. */
  untrusted: z.array(z.string()),
});

/** The profile of a user. */
export const profileSchema = z.object({
  values: z.partialRecord(z.enum(PROFILE_KEYS), z.string()),
  /** Where each value comes from. */
  origins: z.partialRecord(z.enum(PROFILE_KEYS), profileOriginSchema),
  /** Fields that the user does not want to be asked about. */
  skipped: z.array(z.enum(PROFILE_KEYS)),
  /** Fields that are neither answered nor skipped. */
  open: z.array(
    z.object({ key: z.enum(PROFILE_KEYS), question: z.object({ en: z.string(), zh: z.string() }) }),
  ),
  /** When something was last changed. */
  updatedAt: z.int().optional(),
  /** Sources of untrusted content that the profile may contain. */
  untrusted: z.array(z.string()),
});

export type ProfileEntry = z.infer<typeof profileEntrySchema>;
export type Profile = z.infer<typeof profileSchema>;
