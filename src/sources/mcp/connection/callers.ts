import type { Dialogue } from "../../../contract/dialogue.ts";

/** Whose requests are under way at one server. */
export interface Callers {
  /** Notes that a request begins; what it gives back ends it. */
  enter(dialogue: Dialogue | undefined): () => void;
  /**
   * The one whom a question of the server can only be for. While requests of several callers are under way nobody can tell
   * whose it is, and it is nobody's rather than the wrong one's.
   */
  only(): Dialogue | undefined;
}

export function createCallers(): Callers {
  const under = new Map<symbol, Dialogue | undefined>();
  return {
    enter(dialogue) {
      const entry = Symbol("request");
      under.set(entry, dialogue);
      return () => void under.delete(entry);
    },
    only() {
      const [dialogue, ...others] = new Set(under.values());
      return others.length > 0 ? undefined : dialogue;
    },
  };
}
