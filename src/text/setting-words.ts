import settings from "./setting-words.json" with { type: "json" };

/** The meaning of each setting in Chinese. The config's schema has the English text. `*` stands for any name. */
export const SETTINGS_IN_CHINESE: Readonly<Record<string, string>> = settings;

/** The meaning of a setting in a person's language. In `key`, `*` stands for the name of an entry or its place in a list. */
export function settingAbout(
  { key, about }: { readonly key: string; readonly about: string },
  language: "en" | "zh",
): string {
  if (language === "en") return about;
  const shared = key.replace(/^webSearch\.fallback\.\*/, "webSearch").replace(/^channels\.\w+/, "channels.*");
  return SETTINGS_IN_CHINESE[shared] ?? about;
}
