import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Voice } from "../contract/asking/approval.ts";
import { DejimaError } from "../contract/error.ts";
import type { Language } from "../support/language-of.ts";
import { thrownText } from "../support/thrown-text.ts";
import { yamlData } from "../support/yaml-data.ts";

/** The situations in which a persona speaks in its own words. */
const PHRASE_SITUATIONS = ["announce", "done", "failed", "approval", "approved", "denied", "limit"] as const;

export type PhraseSituation = (typeof PHRASE_SITUATIONS)[number];

const inBoth = z.strictObject({ en: z.array(z.string()).default([]), zh: z.array(z.string()).default([]) });

/** A persona file: who it is, how it speaks, what it never says. It affects the wording around facts, never the facts. */
export const personaSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  identity: z.strictObject({ en: z.string(), zh: z.string() }),
  style: z
    .strictObject({ en: z.array(z.string()).default([]), zh: z.array(z.string()).default([]) })
    .prefault({}),
  phrases: z.partialRecord(z.enum(PHRASE_SITUATIONS), inBoth).default({}),
  /** Regular expressions that must not match an answer outside code. */
  forbidden: z.array(z.strictObject({ pattern: z.string(), reason: z.string() })).default([]),
  limits: z.strictObject({ maxCharacters: z.int().positive().optional() }).prefault({}),
});

export type Persona = z.output<typeof personaSchema>;

/** The persona as text for the system prompt. */
export function personaText({ identity, style, forbidden }: Persona, language: Language): string {
  const never = forbidden.map(({ reason }) => `- Never: ${reason}`);
  return [identity[language].trim(), ...style[language].map((line) => `- ${line}`), ...never].join("\n");
}

/** One of the persona's phrases for a situation; the same one for the same `turn`. Empty if it has none. */
export function phrase(
  persona: Persona,
  situation: PhraseSituation,
  { language, turn }: { language: Language; turn: number },
): string {
  const phrases = persona.phrases[situation]?.[language] ?? [];
  return phrases[turn % Math.max(1, phrases.length)] ?? "";
}

/** The persona's words around a question to a person. Returns `undefined` if it has none. */
export function voiceOf({ phrases }: Persona): Voice | undefined {
  const words = ({ en = [], zh = [] }: { en?: readonly string[]; zh?: readonly string[] } = {}) => ({
    en: en[0] ?? "",
    zh: zh[0] ?? "",
  });
  const { approval, approved, denied } = phrases;
  if (approval === undefined && approved === undefined && denied === undefined) return undefined;
  return { approval: words(approval), approved: words(approved), denied: words(denied) };
}

/** Loads a persona from the first folder that contains it. */
export async function loadPersona(name: string, folders: readonly string[]): Promise<Persona> {
  for (const folder of folders) {
    const file = join(folder, `${name}.yaml`);
    const text = /^[a-z0-9-]+$/.test(name) ? await readFile(file, "utf8").catch(() => undefined) : undefined;
    if (text !== undefined) return parsePersona(text, file);
  }
  const known = (await listPersonas(folders)).join(", ");
  throw new DejimaError("not_found", `Cannot find persona "${name.slice(0, 100)}": there are ${known}`, {
    name,
  });
}

/** The names of the available personas. */
export async function listPersonas(folders: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  const names = lists.flat().filter((name) => name.endsWith(".yaml"));
  return [...new Set(names.map((name) => name.slice(0, -5)))].sort();
}

function parsePersona(text: string, file: string): Persona {
  const result = personaSchema.safeParse(yamlData(text));
  if (!result.success) {
    throw new DejimaError("invalid_input", `Cannot use persona "${file}": ${z.prettifyError(result.error)}`, {
      file,
    });
  }
  for (const { pattern } of result.data.forbidden) {
    try {
      new RegExp(pattern, "giu");
    } catch (cause) {
      const why = thrownText(cause);
      throw new DejimaError("invalid_input", `Cannot use persona "${file}": the pattern ${pattern}: ${why}`, {
        file,
      });
    }
  }
  return result.data;
}
