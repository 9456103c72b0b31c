import { defined } from "../../../support/defined.ts";

/** Fixed replies of the offline model. */
export type FixedReply =
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

/** One tool result for the offline model. */
export interface ToolResult {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
  readonly data: unknown;
}

/** The offline model's interpretation of a message: a call to make, or a reply. */
export type Intent =
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** What to do with the result of a success or a failure. Default: show it. */
      readonly next?: (result: ToolResult) => Intent | undefined;
      /** Skipped if its tool is not offered; then `next` decides how to continue without it. */
      readonly optional?: boolean;
      /** The field that receives an earlier result: "save the result to a.txt". */
      readonly takesResult?: string;
    }
  /** `about` is the subject of the reply. */
  | { readonly kind: "say"; readonly what: FixedReply; readonly about?: string }
  /** Computed without a tool. `result` is what a later request of the message may save. */
  | { readonly kind: "answer"; readonly text: string; readonly result: string };

/** An intent to make a call. */
export function call(tool: string, input: Readonly<Record<string, unknown>> = {}): Intent {
  return { kind: "call", tool, input };
}

/** An intent to give a fixed reply. */
export function say(what: FixedReply, about?: string): Intent {
  return { kind: "say", what, ...defined({ about }) };
}
