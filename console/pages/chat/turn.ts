import type { Reflection, Situation } from "../../../src/contract/agent-event.ts";
import type { Artifact } from "../../../src/contract/data/artifact.ts";
import type { RunStatus } from "../../../src/contract/run.ts";
import type { Call } from "../../parts/call/call.ts";

/** The items of an answer, in order. */
export type Item =
  | { readonly kind: "text"; readonly text: string; readonly whole: boolean }
  | { readonly kind: "thinking"; readonly text: string; readonly whole: boolean }
  | { readonly kind: "call"; readonly call: Call }
  | { readonly kind: "notice"; readonly situation: Situation; readonly text: string }
  | { readonly kind: "reply"; readonly reply: Reply }
  | { readonly kind: "skill"; readonly skill: string; readonly why: string }
  | { readonly kind: "reflection"; readonly reflection: Reflection };

/** The outcome of a message that was an answer to a question. `message` is the server's reply. */
export interface Reply {
  readonly type: "answered" | "ambiguous" | "refused" | "waiting";
  readonly accepted?: boolean;
  readonly message: string;
}

/** One message and everything that followed from it. */
export interface Turn {
  /** Stable while more becomes known. */
  readonly key: string;
  /** `undefined` until the run has started. */
  readonly runId: string | undefined;
  readonly conversationId: string | undefined;
  readonly message: string;
  /** The names of its attached files, as far as this page knows. */
  readonly files: readonly string[];
  readonly status: RunStatus | "sending";
  readonly model?: string;
  readonly items: readonly Item[];
  /** The files created for the user. */
  readonly artifacts: readonly Artifact[];
  readonly tokens: number;
  /** Set if a schedule began it: nobody said its message. */
  readonly scheduled?: "task" | "reminder";
  readonly startedAt: number;
  readonly endedAt?: number;
}

/** A message that was just sent. */
export function newTurn(message: string, startedAt: number, files: readonly string[] = []): Turn {
  return {
    key: `new-${startedAt}`,
    runId: undefined,
    conversationId: undefined,
    message,
    files,
    status: "sending",
    items: [],
    artifacts: [],
    tokens: 0,
    startedAt,
  };
}

/** Whether a turn is still under way. */
export function isOpen({ status }: Turn): boolean {
  return status === "sending" || status === "open";
}

/** Whether a turn was copied from another conversation: it has no run here. */
export function isTakenOver(runId: string): boolean {
  return /-before-\d+$/.test(runId);
}
