import { z } from "zod";

/** The fields of a user's profile, each with its question. The list is small on purpose: everything else is memory. */
export const PROFILE_QUESTIONS = {
  name: { en: "What should I call you?", zh: "我该怎么称呼你？" },
  language: { en: "Which language do you prefer?", zh: "你希望我用什么语言？" },
  timezone: {
    en: 'Which time zone are you in, as an IANA name such as "Europe/Berlin"?',
    zh: "你在哪个时区？（IANA 名称，例如 Asia/Shanghai）",
  },
  location: { en: "Where are you based?", zh: "你在哪个城市？" },
  occupation: { en: "What do you do?", zh: "你从事什么工作？" },
  detail: { en: "Do you like answers short, normal or detailed?", zh: "你喜欢简短、一般还是详细的回答？" },
  hours: { en: "When do you usually work?", zh: "你通常什么时间工作？" },
  tools: { en: "Which tools and systems do you work with?", zh: "你平时用哪些工具和系统？" },
  about: { en: "Is there anything else I should know about you?", zh: "还有什么希望我了解的吗？" },
} as const;

export type ProfileKey = keyof typeof PROFILE_QUESTIONS;

// Object.keys loses the type; the object above has at least one key.
export const PROFILE_KEYS = Object.keys(PROFILE_QUESTIONS) as [ProfileKey, ...ProfileKey[]];

export const MAX_PROFILE_CHARACTERS = 500;

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
