import type { Language } from "../support/language-of.ts";

/** Tokens that models used so far for this message. */
export interface TokenUse {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A button below a question. */
export interface AnswerButton {
  /** The reply that a press stands for, as if it were typed: `yes abcdef`, `2 abcdef`. */
  readonly reply: string;
  readonly words: string;
  readonly answer: "approve" | "deny";
}

/** What a channel of plain messages sends back, in order. */
export type Utterance =
  /** A piece of the model's text, for channels that show it as it grows. */
  | {
      readonly type: "delta";
      readonly text: string /** Whether it begins another reply. */;
      readonly begins: boolean;
    }
  /** An intermediate notice: which tool is used, or that a question is still open. */
  | {
      readonly type: "notice";
      readonly text: string;
      /** Whether the person must see it: a message that looked like an answer was not one. */
      readonly important?: boolean;
      /** Whether it announces the use of tools. */
      readonly announces?: boolean;
      /** Whether it says what the run waits for before it begins. */
      readonly waits?: boolean;
    }
  /** A question about a call, with the replies that answer it. The run waits. */
  | {
      readonly type: "question";
      readonly text: string;
      readonly approval: string;
      /** The question on one line. */
      readonly title: string;
      /** For channels that have buttons. */
      readonly buttons: readonly AnswerButton[];
      readonly language: Language;
      readonly runId: string;
      readonly usage: TokenUse;
    }
  /** The last one: the answer, or why it failed. */
  | { readonly type: "answer"; readonly text: string; readonly runId?: string; readonly usage?: TokenUse };
