import { z } from "zod";
import { PROFILE_KEYS } from "./profile-questions.ts";

/** What is kept of one question: the answer, or that the user does not want to be asked. */
export const profileEntrySchema = z.object({
  value: z.string().optional(),
  skipped: z.boolean(),
  at: z.int(),
  /** Where untrusted content came from that had entered the run in which it was set. */
  untrusted: z.array(z.string()).optional(),
});

/** What is known of a user. */
export const profileSchema = z.object({
  values: z.partialRecord(z.enum(PROFILE_KEYS), z.string()),
  /** What the user does not want to be asked. */
  skipped: z.array(z.enum(PROFILE_KEYS)),
  /** What has neither been answered nor skipped. */
  open: z.array(
    z.object({ key: z.enum(PROFILE_KEYS), question: z.object({ en: z.string(), zh: z.string() }) }),
  ),
  /** When something was last changed. */
  updatedAt: z.int().optional(),
  /** Where untrusted content came from that may stand in it. */
  untrusted: z.array(z.string()),
});

export type ProfileEntry = z.infer<typeof profileEntrySchema>;
export type Profile = z.infer<typeof profileSchema>;
