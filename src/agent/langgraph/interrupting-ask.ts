import type { ApprovalAnswer, ApprovalRequest, Ask } from "../../contract/approval.ts";

/** An answer as whoever resumes the graph gives it: to exactly the question with this hash. */
export interface HashedAnswer extends ApprovalAnswer {
  readonly hash: string;
}

/** Questions to people that wait for the graph to be interrupted and resumed. */
export interface InterruptingAsk {
  readonly ask: Ask;
  /** The first open question, as soon as there is one; nothing when the work ends without any. */
  next(work: Promise<unknown>): Promise<ApprovalRequest | undefined>;
  /** Hands an answer to its question. One to a question that is not open is passed over: resumed values come in order, not by name. */
  answer(given: HashedAnswer): void;
}

/** Makes a place where questions wait. */
export function createInterruptingAsk(): InterruptingAsk {
  const open = new Map<string, { request: ApprovalRequest; resolve(answer: ApprovalAnswer): void }>();
  let wake = () => {};
  return {
    ask: (request) =>
      new Promise((resolve) => {
        open.set(request.hash, { request, resolve });
        wake();
      }),
    async next(work) {
      let ended = false;
      const end = work.then(
        () => {
          ended = true;
        },
        () => {
          ended = true;
        },
      );
      while (open.size === 0 && !ended) {
        await Promise.race([
          end,
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
        ]);
      }
      return ended ? undefined : open.values().next().value?.request;
    },
    answer({ hash, ...answer }) {
      open.get(hash)?.resolve(answer);
      open.delete(hash);
    },
  };
}
