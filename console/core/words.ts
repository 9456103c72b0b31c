import { useConsole } from "./console-context.ts";
import type { Language } from "./preferences.ts";

/** One message in both languages; `{name}` stands for a value. */
export interface Message {
  readonly en: string;
  readonly zh: string;
}

export type Messages = Readonly<Record<string, Message>>;

export type Values = Readonly<Record<string, string | number>>;

/** Says a message of a catalogue in the language that is chosen. */
export type Say<Catalogue extends Messages> = (key: keyof Catalogue & string, values?: Values) => string;

/** The words of a catalogue, in the language that is chosen. */
export function useWords<Catalogue extends Messages>(catalogue: Catalogue): Say<Catalogue> {
  const language = useConsole().preferences.language.value;
  return (key, values) => phrase(catalogue[key], language, values);
}

export function phrase(message: Message | undefined, language: Language, values: Values = {}): string {
  return (message?.[language] ?? "").replace(/\{(\w+)\}/g, (_whole, name) => String(values[name] ?? ""));
}
