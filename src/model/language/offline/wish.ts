/** What the offline model understood of a message: a call to make, or words to say. */
export type Wish =
  | { readonly kind: "call"; readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: "say"; readonly what: "greeting" | "thanks" | "which-script" | "which-file" | "unknown" }
  /** Understood, but the tool for it is not there. */
  | { readonly kind: "missing"; readonly tool: string };

export type Language = "en" | "zh";

/** Chinese as soon as a Chinese character stands in it. */
export function languageOf(text: string): Language {
  return /\p{Script=Han}/u.test(text) ? "zh" : "en";
}

/** One result as the offline model sees it. */
export interface ToolResult {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
  readonly data: unknown;
}
