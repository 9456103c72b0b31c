/** What the offline model understood of a message: a call to make, or words to say. */
export type Wish =
  | { readonly kind: "call"; readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: "say"; readonly what: "greeting" | "thanks" | "which-script" | "which-file" | "unknown" }
  /** Understood, but the tool for it is not there. */
  | { readonly kind: "missing"; readonly tool: string };

/** One result as the offline model sees it. */
export interface ToolResult {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
  readonly data: unknown;
}
