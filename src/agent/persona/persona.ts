import { z } from "zod";
import type { Language } from "../../support/language-of.ts";

/** The moments at which a persona speaks in its own words. */
const PHRASE_SITUATIONS = ["announce", "done", "failed", "approval", "approved", "denied", "limit"] as const;

export type PhraseSituation = (typeof PHRASE_SITUATIONS)[number];

const inBoth = z.strictObject({ en: z.array(z.string()).default([]), zh: z.array(z.string()).default([]) });

/** A persona file: who it is, how it speaks, what it never says. It colours the words around facts, never the facts. */
export const personaSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  identity: z.strictObject({ en: z.string(), zh: z.string() }),
  style: z
    .strictObject({ en: z.array(z.string()).default([]), zh: z.array(z.string()).default([]) })
    .prefault({}),
  phrases: z.partialRecord(z.enum(PHRASE_SITUATIONS), inBoth).default({}),
  /** Regular expressions of what must not stand in an answer, outside of code. */
  forbidden: z.array(z.strictObject({ pattern: z.string(), reason: z.string() })).default([]),
  limits: z.strictObject({ maxCharacters: z.int().positive().optional() }).prefault({}),
});

export type Persona = z.output<typeof personaSchema>;

/** The persona as the model is told of it. */
export function personaText({ identity, style, forbidden }: Persona, language: Language): string {
  const never = forbidden.map(({ reason }) => `- Never: ${reason}`);
  return [identity[language].trim(), ...style[language].map((line) => `- ${line}`), ...never].join("\n");
}

/** One of the persona's phrases for a moment, the same one for the same `turn`; empty when it has none. */
export function phrase(
  persona: Persona,
  situation: PhraseSituation,
  { language, turn }: { language: Language; turn: number },
): string {
  const phrases = persona.phrases[situation]?.[language] ?? [];
  return phrases[turn % Math.max(1, phrases.length)] ?? "";
}
