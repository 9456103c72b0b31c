import type { Dialogue, DialogueRequest } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";

/** The callers with requests under way at one server. */
export interface Callers {
  /** Registers the start of a request. Returns a function that ends it. */
  enter(dialogue: Dialogue | undefined): () => void;
  /**
   * The only caller that a server's question can be for. While requests of several callers are under way this
   * is unknown, and the question goes to nobody rather than to the wrong one. Of several requests of one
   * caller, the one with the fewest questions.
   */
  only(): Dialogue | undefined;
  /**
   * Waits until only one caller's requests are under way, or for this long. A request whose server asks
   * something does not end before it has its answer, so a question belongs to the caller that is left.
   */
  alone(ms: number): Promise<void>;
  /** Whether a server may ask another question: limited at once and in total. */
  mayAsk(): boolean;
  /**
   * Asks the only caller. A request that ends meanwhile hands its question to another one of the same caller.
   */
  ask(request: DialogueRequest): Promise<unknown>;
}

const NOBODY = { dialogue: undefined, questions: 0, asked: 0 };

/** The most questions that a server may have open in one request, and ask in it altogether. */
const MAX_OPEN = 10;
const MAX_ASKED = 200;

/** Creates the callers of one session. There are none yet. */
export function createCallers(): Callers {
  // A list, not a Map: entries that are removed all the time would stay alive in a Map's old tables.
  const under: { readonly dialogue: Dialogue | undefined; questions: number; asked: number }[] = [];
  const waiting = new Set<() => void>();

  function quietest() {
    const [first] = under;
    if (!under.every(({ dialogue }) => callerOf(dialogue) === callerOf(first?.dialogue))) return undefined;
    return under.reduce(
      (least, entry) => (entry.questions < least.questions ? entry : least),
      first ?? NOBODY,
    );
  }

  return {
    enter(dialogue) {
      const entry = { dialogue, questions: 0, asked: 0 };
      under.push(entry);
      return () => {
        const at = under.indexOf(entry);
        if (at < 0) return;
        const last = under.pop();
        if (last !== undefined && last !== entry) under[at] = last;
        if (waiting.size > 0 && quietest() !== undefined) for (const go of waiting) go();
      };
    },
    only: () => quietest()?.dialogue,
    mayAsk() {
      const { questions, asked } = quietest() ?? NOBODY;
      return questions < MAX_OPEN && asked < MAX_ASKED;
    },
    async alone(ms) {
      if (quietest() !== undefined) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      const timer = setTimeout(resolve, ms).unref();
      await promise;
      clearTimeout(timer);
      waiting.delete(resolve);
    },
    async ask(request) {
      for (;;) {
        const entry = quietest();
        if (entry?.dialogue === undefined) throw new DejimaError("cancelled", "The call has ended");
        entry.questions++;
        entry.asked++;
        try {
          return await entry.dialogue.request(request);
        } catch (error) {
          const ended = !under.includes(entry) && error instanceof DejimaError && error.code === "cancelled";
          if (!ended || callerOf(quietest()?.dialogue) !== callerOf(entry.dialogue)) throw error;
        } finally {
          entry.questions--;
        }
      }
    },
  };
}

/** The caller behind a dialogue: all dialogues with the same one reach the same client. */
export function callerOf(dialogue: Dialogue | undefined): object | undefined {
  return dialogue?.caller ?? dialogue;
}
