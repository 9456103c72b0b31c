import type { ApprovalRequest } from "../../contract/asking/approval.ts";
import { type Language, message } from "../../contract/words/messages.ts";
import { questionTitle } from "../../contract/words/question-words.ts";
import { visibleLine } from "../../text/visible-text.ts";

/** The questions of a terminal that wait for an answer: one is on the screen, the others queue. */
export interface WaitingQuestions {
  readonly count: number;
  /**
   * Adds a question. `approved` resolves if another answer approves it as well. Call `remove` when it is
   * settled.
   */
  add(request: ApprovalRequest): { readonly approved: Promise<void>; remove(): void };
  /** Lists the waiting questions. `approveListed` can approve only what was listed. */
  list(language: Language): string;
  /**
   * Approves the listed questions if their number matches and all of them still wait. Returns whether it did.
   */
  approveListed(count: number): boolean;
}

const ALL = /^(?:all|全部)\s*(?<count>\d{0,4})$/;

/** Parses "all" or "all 5". Returns `undefined` if the line is something else. */
export function readAll(line: string): { readonly count: number | undefined } | undefined {
  const found = ALL.exec(line.trim().toLowerCase());
  if (found === null) return undefined;
  const count = found.groups?.count ?? "";
  return { count: count === "" ? undefined : Number(count) };
}

/** Creates an empty list. */
export function createWaitingQuestions(): WaitingQuestions {
  const waiting = new Map<ApprovalRequest, () => void>();
  let listed: readonly ApprovalRequest[] = [];
  return {
    get count() {
      return waiting.size;
    },
    add(request) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(request, resolve);
      return { approved: promise, remove: () => void waiting.delete(request) };
    },
    list(language) {
      listed = [...waiting.keys()];
      const titles = listed.map((request) => `- ${visibleLine(questionTitle(request, language))}`);
      return [...titles, message("allWaiting", language, { count: listed.length })].join("\n");
    },
    approveListed(count) {
      const isCurrent = listed.length === count && listed.every((request) => waiting.has(request));
      if (isCurrent) for (const request of listed) waiting.get(request)?.();
      return isCurrent && count > 0;
    },
  };
}
