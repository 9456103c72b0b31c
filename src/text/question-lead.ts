type InBoth = Readonly<Record<"en" | "zh", string>>;

interface LedQuestion {
  readonly voice?: { readonly approval: InBoth } | undefined;
  readonly consequence?: InBoth | undefined;
}

/** The lines above the facts of a question: the persona's words, and what the call would do in one sentence. */
export function questionLead({ voice, consequence }: LedQuestion, language: "en" | "zh"): string[] {
  return [voice?.approval[language] ?? "", consequence?.[language] ?? ""].filter((line) => line !== "");
}

/** The mark in a diff for a last line without an end. */
const NO_NEWLINE = /^\\ No newline at end of file$/gm;

/** The last line of a text that was cut. */
const CUT = /^… (\d+) more characters$/m;

/** The text of a preview in a person's language, where the tool gives it. */
export function previewText(
  { text, zh = text }: { readonly text: string; readonly zh?: string | undefined },
  language: "en" | "zh",
): string {
  return language === "zh"
    ? zh.replaceAll(NO_NEWLINE, "\\ 文件末尾没有换行").replace(CUT, "……还有 $1 个字符")
    : text;
}
