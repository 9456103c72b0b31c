import words from "./tool-words.json" with { type: "json" };

/** What each built-in tool does, in Chinese. In English, a tool says it itself. */
export const TOOLS_IN_CHINESE: Readonly<Record<string, string>> = words.tools;

/** What a tool does, in a person's language if a translation is known. */
export function toolSummary(
  { name, source, summary }: { readonly name: string; readonly source: string; readonly summary: string },
  language: "en" | "zh",
): string {
  const known = language === "zh" && source === "builtin" && Object.hasOwn(TOOLS_IN_CHINESE, name);
  return (known ? TOOLS_IN_CHINESE[name] : undefined) ?? summary;
}

/** What each skill that comes with Dejima is for, in Chinese. In English, its SKILL.md says it. */
export const SKILLS_IN_CHINESE: Readonly<Record<string, string>> = words.skills;

/** What a skill is for, in a person's language if a translation is known. */
export function skillAbout(
  {
    name,
    level,
    description,
  }: { readonly name: string; readonly level: string; readonly description: string },
  language: "en" | "zh",
): string {
  const known = language === "zh" && level === "shipped" && Object.hasOwn(SKILLS_IN_CHINESE, name);
  return (known ? SKILLS_IN_CHINESE[name] : undefined) ?? description;
}
