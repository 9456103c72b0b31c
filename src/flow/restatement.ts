import { phraseOf, wordsOf } from "./words.ts";

/** Words without an independent meaning. Words that reverse the meaning of a sentence are not among them. */
export const NEUTRAL: ReadonlySet<string> = new Set(
  "the a an user users s is are was has have that this their they to of in on for and 用户 用 户 的 是 有".split(
    " ",
  ),
);

/** The forms of a word that have the same meaning. */
export function inflections(word: string): string[] {
  const stem = word.replace(/(?:e?s|ed|ing)$/, "");
  const bare = stem === word ? [] : [`${stem}e`];
  return [word, stem, ...bare, `${stem}s`, `${stem}ed`, `${stem}ing`].filter(
    (form) => form.length > 1 || form === word,
  );
}

const SENTENCE = /[!?;\n。！？；]+|\.(?=\s|$)/u;
const TURNS = new Set(
  "not no never none dont doesnt didnt cant cannot wont isnt arent wasnt shouldnt without except unless stop instead 不 没 别 勿 非 无 未".split(
    " ",
  ),
);

/** Whether a text repeats one sentence of a message: its words in the same order, with every word that reverses the meaning. */
export function isRestatement(text: string, message: string): boolean {
  const words = wordsOf(text).filter((word) => !NEUTRAL.has(word));
  return message.split(SENTENCE).some((sentence) => {
    const said = wordsOf(sentence);
    let at = 0;
    const inOrder = words.every((word) => {
      const forms = inflections(word);
      const found = said.findIndex((one, place) => place >= at && forms.includes(one));
      at = found + 1;
      return found !== -1;
    });
    return inOrder && words.length > 0 && said.every((word) => !TURNS.has(word) || words.includes(word));
  });
}

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

/**
 * Converts a word of the speaker into the form in which the user addresses the speaker: "I've seen it" matches "reply that you've
 * seen it". Never converts in the other direction.
 */
export function inSecondPerson(word: string): string {
  return Object.hasOwn(ADDRESSED, word) ? (ADDRESSED[word] ?? word) : word;
}

const ASKS = new Set("can could will would is are was were do does did has have may should".split(" "));
const LEAST_QUESTION = 4;

/** Whether words are a question that the user wants asked: "can the bulb be replaced" for "ask whether the bulb can be replaced". */
export function isRequestedQuestion([verb = "", ...words]: readonly string[], phrases: string): boolean {
  if (!ASKS.has(verb) || words.length < LEAST_QUESTION - 1) return false;
  return words.some((_word, at) =>
    ["whether", "if"].some((word) =>
      phrases.includes(phraseOf([word, ...words.slice(0, at), verb, ...words.slice(at)])),
    ),
  );
}

const PLACEHOLDER =
  /\bwhere ["'“‘]?(\p{L}{1,12})["'”’]? (?:is|stands for|means)\b|\breplac(?:e|ing) ["'“‘]?(\p{L}{1,12})["'”’]? (?:with|by)\b|[[{<](\p{L}[\p{L}\p{N}_ ]{0,20})[\]}>]|其中["“‘']?(\p{L}{1,12}?)["”’']?(?:是|为|代表)/giu;
const SMALL_NUMBER = /(?<![\p{L}\p{N}.,])\d{1,3}(?![\p{L}\p{N}]|[.,]\d)/gu;

/**
 * Replaces a small number in a text by the placeholder that the user wrote for it: "the 2-th user" becomes "the k-th user" if the
 * user wrote "the k-th user (where k is the rank)". Up to three digits reveal little. Other values are not replaced.
 */
export function withPlaceholder(value: string, message: string): string {
  if (!/\d/.test(value)) return value;
  const [placeholder] = [...message.matchAll(PLACEHOLDER)].flatMap((found) => found.slice(1).filter(Boolean));
  if (placeholder === undefined) return value;
  const numbers = value.match(SMALL_NUMBER) ?? [];
  // Only one number in each text: several numbers could encode something.
  return numbers.length === 1 && !message.includes(numbers[0])
    ? value.replace(SMALL_NUMBER, placeholder)
    : value;
}
