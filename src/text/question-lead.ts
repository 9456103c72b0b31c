type InBoth = Readonly<Record<"en" | "zh", string>>;

interface LedQuestion {
  readonly voice?: { readonly approval: InBoth } | undefined;
  readonly consequence?: InBoth | undefined;
}

/** What stands above the facts of a question: what the persona says, and what the call would do in one sentence. */
export function questionLead({ voice, consequence }: LedQuestion, language: "en" | "zh"): string[] {
  return [voice?.approval[language] ?? "", consequence?.[language] ?? ""].filter((line) => line !== "");
}
