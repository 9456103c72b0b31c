import type { Language } from "../support/language-of.ts";

/** Tokens that the models took so far for this message. */
export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A button below a question. */
export interface AnswerButton {
  /** What a press says, as if it were typed: `yes abcdef`, `2 abcdef`. */
  readonly reply: string;
  readonly words: string;
  readonly answer: "approve" | "deny";
}

/** What a channel of plain messages sends back, in order. */
export type Utterance =
  /** A piece of what the model is writing, for channels that show it grow. */
  | {
      readonly type: "delta";
      readonly text: string /** Whether another reply begins with it. */;
      readonly begins: boolean;
    }
  /** Said on the way: which tool is used, that a question still waits. */
  | {
      readonly type: "notice";
      readonly text: string;
      /** Whether the person has to know it: a word that looked like an answer was not taken for one. */
      readonly important?: boolean;
      /** Whether it says that tools are about to be used. */
      readonly announces?: boolean;
    }
  /** A question about a call, with the replies that answer it. The run waits. */
  | {
      readonly type: "question";
      readonly text: string;
      readonly approval: string;
      /** What is asked, on one line. */
      readonly title: string;
      /** For channels that have buttons. */
      readonly buttons: readonly AnswerButton[];
      readonly language: Language;
      readonly runId: string;
      readonly usage: Spent;
    }
  /** The last one: the answer, or why it failed. */
  | { readonly type: "answer"; readonly text: string; readonly runId?: string; readonly usage?: Spent };
