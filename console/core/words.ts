import { useConsole } from "./console-context.ts";
import type { Language } from "./preferences.ts";

/**
 * One message in both languages. `{name}` stands for a value, `{name:one|more}` for a word that depends on
 * it.
 */
export interface Message {
  readonly en: string;
  readonly zh: string;
}

export type Messages = Readonly<Record<string, Message>>;

type Values = Readonly<Record<string, string | number>>;

/** Formats a message of a catalogue in the chosen language. */
export type Say<Catalogue extends Messages> = (key: keyof Catalogue & string, values?: Values) => string;

/** The messages of a catalogue, in the chosen language. */
export function useWords<Catalogue extends Messages>(catalogue: Catalogue): Say<Catalogue> {
  const language = useConsole().preferences.language.value;
  return (key, values) => phrase(catalogue[key], language, values);
}

const PLACES = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

/** A message in one language with its values. */
function phrase(message: Message | undefined, language: Language, values: Values = {}): string {
  return (message?.[language] ?? "").replace(PLACES, (_whole, name, one, more) =>
    one === undefined ? String(values[name] ?? "") : Number(values[name]) === 1 ? one : more,
  );
}
