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
  // A list, not a Map: what is taken out of one all the time lives on in its old tables.
  const under: { readonly dialogue: Dialogue | undefined }[] = [];
  return {
    enter(dialogue) {
      const entry = { dialogue };
      under.push(entry);
      return () => {
        const at = under.indexOf(entry);
        if (at < 0) return;
        const last = under.pop();
        if (last !== undefined && last !== entry) under[at] = last;
      };
    },
    only() {
      const [first] = under;
      return under.every(({ dialogue }) => dialogue === first?.dialogue) ? first?.dialogue : undefined;
    },
  };
}
