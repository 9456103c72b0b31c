/** Which of several lists of words a text has a word of, and whether it has anything beyond ASCII. */
interface WordsFound {
  /** One bit for each list. */
  readonly lists: number;
  readonly isAscii: boolean;
}

/**
 * Looks for many words at once, in any case, reading each character of a text once (Aho and Corasick).
 * A list is written as one string with bars between its words, at most 31 lists.
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

/** Where no word goes on, the longest end of what was read that begins a word does. */
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
