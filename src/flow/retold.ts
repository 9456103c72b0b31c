const ADDRESSED: Readonly<Record<string, string>> = {
  i: "you",
  me: "you",
  we: "you",
  my: "your",
  our: "your",
  ive: "youve",
  weve: "youve",
  im: "youre",
  were: "youre",
  ill: "youll",
  id: "youd",
  am: "are",
};

/** A word as the user addresses the one who speaks: "reply that you've seen it" becomes "I've seen it". Never the other way round. */
export function addressed(word: string): string {
  return Object.hasOwn(ADDRESSED, word) ? (ADDRESSED[word] ?? word) : word;
}

const PLACEHOLDER =
  /\bwhere ["'“‘]?(\p{L}{1,12})["'”’]? (?:is|stands for|means)\b|\breplac(?:e|ing) ["'“‘]?(\p{L}{1,12})["'”’]? (?:with|by)\b|[[{<](\p{L}[\p{L}\p{N}_ ]{0,20})[\]}>]|其中["“‘']?(\p{L}{1,12}?)["”’']?(?:是|为|代表)/giu;
const SMALL_NUMBER = /(?<![\p{L}\p{N}.,])\d{1,3}(?![\p{L}\p{N}]|[.,]\d)/gu;

/**
 * A text with its small numbers taken back to the placeholder that the user wrote for them: "the 2-th user" for "the k-th user (where k
 * is the rank)". Up to three digits tell little; other values are not filled in.
 */
export function filledIn(value: string, message: string): string {
  const [placeholder] = [...message.matchAll(PLACEHOLDER)].flatMap((found) => found.slice(1).filter(Boolean));
  if (placeholder === undefined || !/\d/.test(value)) return value;
  const numbers = value.match(SMALL_NUMBER) ?? [];
  // One number in one text: more of them could spell something.
  return numbers.length === 1 && !message.includes(numbers[0])
    ? value.replace(SMALL_NUMBER, placeholder)
    : value;
}
