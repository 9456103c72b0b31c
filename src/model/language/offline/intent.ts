import { defined } from "../../../support/defined.ts";

/** What the offline model says without a call. */
export type Saying =
  | "greeting"
  | "thanks"
  | "farewell"
  | "which-script"
  | "which-file"
  | "which-content"
  | "which-place"
  | "which-time"
  | "which-reminder"
  | "which-memory"
  | "too-long"
  | "no-folder"
  | "undo"
  | "connect"
  | "nothing-said"
  | "unknown";

/** One result as the offline model sees it. */
export interface ToolResult {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
  readonly data: unknown;
}

/** What the offline model understood of a message: a call to make, or words to say. */
export type Intent =
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** What to do with the result, of a success or a failure. Default: say it. */
      readonly next?: (result: ToolResult) => Intent | undefined;
      /** Left out where its tool is not offered; then `next` says what to do without it. */
      readonly optional?: boolean;
      /** The field that gets what was found out before: "save the result to a.txt". */
      readonly takesResult?: string;
    }
  /** `about` is the thing that it is said of. */
  | { readonly kind: "say"; readonly what: Saying; readonly about?: string }
  /** Worked out without a tool. */
  | { readonly kind: "answer"; readonly text: string };

/** A request for a call. */
export function call(tool: string, input: Readonly<Record<string, unknown>> = {}): Intent {
  return { kind: "call", tool, input };
}

/** A request for a fixed reply. */
export function say(what: Saying, about?: string): Intent {
  return { kind: "say", what, ...defined({ about }) };
}
