import type { Dialogue, DialogueRequest } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";

/** Whose requests are under way at one server. */
export interface Callers {
  /** Notes that a request begins; what it gives back ends it. */
  enter(dialogue: Dialogue | undefined): () => void;
  /**
   * The one whom a question of the server can only be for. While requests of several callers are under way nobody can tell
   * whose it is, and it is nobody's rather than the wrong one's. Of several requests of one caller, the one with the fewest
   * questions.
   */
  only(): Dialogue | undefined;
  /**
   * Waits until the requests of one caller alone are under way, or for so long. A request whose server asks something does not end
   * before it has its answer, so a question belongs to whoever is left.
   */
  alone(ms: number): Promise<void>;
  /** Asks the one caller there is. A request that ends meanwhile hands its question to another one of the same caller. */
  ask(request: DialogueRequest): Promise<unknown>;
}

const NOBODY = { dialogue: undefined, questions: 0 };

/** Creates the callers of one session; there are none yet. */
export function createCallers(): Callers {
  // A list, not a Map: what is taken out of one all the time lives on in its old tables.
  const under: { readonly dialogue: Dialogue | undefined; questions: number }[] = [];
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
      const entry = { dialogue, questions: 0 };
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

/** Who is behind a dialogue: all dialogues with the same one speak with the same client. */
export function callerOf(dialogue: Dialogue | undefined): object | undefined {
  return dialogue?.caller ?? dialogue;
}
