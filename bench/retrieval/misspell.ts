/** The share of words with one wrong letter. */
const SHARE = 0.3;
const WORD = /[a-z]{4,}/gi;

/** The text with three in ten of its words misspelt: a letter left out, doubled, replaced or swapped. Always the same for the same text. */
export function misspell(text: string): string {
  const next = random(text);
  return text.replaceAll(WORD, (word) => (next() < SHARE ? misspellWord(word, next) : word));
}

function misspellWord(word: string, next: () => number): string {
  // The first letter stays: people rarely get it wrong.
  const at = 1 + Math.floor(next() * (word.length - 2));
  const [before, letter = "", after] = [word.slice(0, at), word[at], word.slice(at + 1)];
  const ways = [
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}${String.fromCharCode(97 + Math.floor(next() * 26))}${after}`,
    `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
  ];
  return ways[Math.floor(next() * ways.length)] ?? word;
}

/** Numbers from 0 to 1 that depend on the text alone. */
function random(text: string): () => number {
  let state = 7;
  for (const character of text) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
