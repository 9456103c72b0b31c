/** Which of several word lists occur in a text, and whether the text is ASCII. */
interface WordsFound {
  /** One bit for each list. */
  readonly lists: number;
  readonly isAscii: boolean;
}

/**
 * Searches for many words at once, ignoring case, in one pass over the text (Aho-Corasick). Each list is one string with its
 * words separated by bars. At most 31 lists.
 */
export function createWordFinder(lists: readonly string[]): (text: string) => WordsFound {
  const { classes, width, next, found } = automaton(lists.map((list) => list.split("|")));
  return (text) => {
    let [state, mask, high] = [0, 0, 0];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      high |= code;
      state = next[state * width + (code < 128 ? (classes[code] as number) : 0)] as number;
      mask |= found[state] as number;
    }
    return { lists: mask, isAscii: high < 128 };
  };
}

interface Automaton {
  /** The class of each ASCII character; 0 for those in no word. */
  readonly classes: Uint8Array;
  readonly width: number;
  readonly next: Uint16Array;
  readonly found: Int32Array;
}

function automaton(lists: readonly (readonly string[])[]): Automaton {
  const classes = new Uint8Array(128);
  let width = 1;
  for (const letter of new Set(lists.flat().join(""))) {
    classes[letter.charCodeAt(0)] = width;
    classes[letter.toUpperCase().charCodeAt(0)] = width;
    width += 1;
  }
  const states = lists.flat().reduce((sum, word) => sum + word.length, 1);
  const next = new Uint16Array(states * width);
  const found = new Int32Array(states);
  let used = 1;
  for (const [list, words] of lists.entries()) {
    for (const word of words) {
      let state = 0;
      for (const letter of word) {
        const edge = state * width + (classes[letter.charCodeAt(0)] as number);
        if (next[edge] === 0) {
          next[edge] = used;
          used += 1;
        }
        state = next[edge] as number;
      }
      found[state] = (found[state] as number) | (1 << list);
    }
  }
  linkFailures({ classes, width, next, found });
  return { classes, width, next, found };
}

/** Adds the failure links: where no word continues, the search continues with the longest suffix that begins a word. */
function linkFailures({ width, next, found }: Automaton): void {
  const failure = new Uint16Array(found.length);
  const queue = [...next.subarray(0, width)].filter((state) => state !== 0);
  for (let head = 0; head < queue.length; head++) {
    const state = queue[head] as number;
    const back = failure[state] as number;
    found[state] = (found[state] as number) | (found[back] as number);
    for (let edge = 0; edge < width; edge++) {
      const target = next[state * width + edge] as number;
      const fallback = next[back * width + edge] as number;
      if (target === 0) next[state * width + edge] = fallback;
      else {
        failure[target] = fallback;
        queue.push(target);
      }
    }
  }
}
