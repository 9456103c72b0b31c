import { foldForMatching, plainDots } from "../text/fold.ts";
import { type Atom, atomsOf } from "./atoms.ts";
import { isFileName, type OwnWords } from "./own-words.ts";
import { phraseOf, wordsOf } from "./words.ts";

const MOST_CONTENT = 100_000;

/** Whether the user called a thing by its name, or by its plural. A single word counts as a name only if it is written as one. */
export function callsByName(name: string, own: OwnWords): boolean {
  const isOneWord = atomsOf(name).atoms.length === 0 && wordsOf(name).length === 1;
  return isOneWord
    ? own.namesParty(name)
    : own.names(name) || (/\p{Ll}$/u.test(name) && own.names(`${name}s`));
}

/** Whether the user called a thing by all words of its name: "the blue yoga mat" is "Yoga mat, blue". */
export function callsByWords(name: string, own: OwnWords): boolean {
  const words = plainWords(name);
  return isCalled(words, own) || isCalledInAnyOrder(words, own);
}

/** Whether the user called a thing by all words of its name but the last: "the grocery list" is `grocery-list-today.docx`. */
export function callsByBeginning(name: string, own: OwnWords): boolean {
  return isCalled(plainWords(name).slice(0, -1), own);
}

function plainWords(name: string): string[] {
  return wordsOf(name.replace(/\.[a-z0-9]{1,5}$/i, "").replace(/[-_.]/g, " "));
}

function isCalled(words: readonly string[], own: OwnWords): boolean {
  return words.length > 1 && words.some((word) => word.length > 3) && own.saysPhrase(phraseOf(words));
}

const MOST_ORDERED = 4;

/** Whether the user said the words of a name in a row, in any order: "the blue yoga mat" is "Yoga mat, blue". */
function isCalledInAnyOrder(words: readonly string[], own: OwnWords): boolean {
  if (words.length < 2 || words.length > MOST_ORDERED || !words.every((word) => own.says([word])))
    return false;
  return permutations(words).some((some) => own.saysPhrase(phraseOf(some)));
}

function permutations(words: readonly string[]): string[][] {
  if (words.length < 2) return [[...words]];
  return words.flatMap((word, at) => permutations(words.toSpliced(at, 1)).map((rest) => [word, ...rest]));
}

/** Whether the user called a thing by one word and its kind: "the gym payment" is the payment "Gym". */
export function callsByKind(word: string, kinds: readonly string[], own: OwnWords): boolean {
  const words = wordsOf(word);
  if (words.length !== 1 || word.length < 3 || atomsOf(word).atoms.length > 0) return false;
  return kinds
    .flatMap((kind) => (kind === "pull" || kind === "request" ? [kind, "pr"] : [kind]))
    .some((kind) => own.saysPhrase(phraseOf([...words, kind])));
}

const LEAST_WORD = 4;

/** Whether the user called a thing their own by its one word: "my rent" is the standing order "Rent" if there is no other. */
export function callsAsOwn(name: string, own: OwnWords, article = "my"): boolean {
  const words = wordsOf(name);
  const isWord = words.length === 1 && name.length >= LEAST_WORD && atomsOf(name).atoms.length === 0;
  return isWord && own.saysPhrase(phraseOf([article, ...words]));
}

const HOST = /^(?:[\p{L}\p{N}-]{1,63}\.){1,8}(\p{L}{2,24})(?:\/|$)/u;
const LONGEST_PLAIN_NUMBER = 8;

/** Whether a text contains an address, a link, a host, an account or a telephone number that the user did not name. */
export function hasNewLink(text: string, own: OwnWords): boolean {
  return text.length > MOST_CONTENT || newLinks(text, own).length > 0;
}

/** The addresses, links, hosts, accounts and telephone numbers in a text that the user did not name. */
export function newLinks(text: string, own: OwnWords): string[] {
  // People read "evil[.]test" and "evil (dot) test" as the address that they disguise.
  const plain = plainDots(foldForMatching(text.slice(0, MOST_CONTENT)))
    .replace(/\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?/giu, ".")
    .replace(/\bhxxp/giu, "http");
  const atoms = atomsOf(plain)
    .atoms.filter((atom) => isPlace(atom) && !own.names(atom.value))
    .map(({ value }) => value);
  const others = (plain.match(OTHER_PLACES) ?? []).filter(
    (place) => !own.text.toLowerCase().includes(place.toLowerCase()),
  );
  return [...atoms, ...others];
}

/** Addresses of machines, telephone numbers, links of any kind, shares, logins, and mail addresses in words. */
const OTHER_PLACES =
  /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])|(?<![\p{L}\p{N}])(?:\+|00?)\d(?:[ ()/-]{0,2}\d){6,14}(?!\d)|\b(?!https?:)[a-z][a-z0-9+.-]{1,20}:\/\/\S{1,200}|\\\\[\p{L}\p{N}.-]{1,60}\\[^\s\\]{1,60}|(?<=\s|^)[\w.-]{1,40}@[\w-]{1,40}(?![\w.@-])|\b[\w-]{2,40}\s(?:at|dot)\s[\w-]{2,40}\sdot\s[a-z]{2,12}\b/giu;

/** Whether a whole value is the address of a web page. */
export function isWebAddress(value: string): boolean {
  const { atoms, rest } = atomsOf(value);
  const [atom] = atoms;
  if (atom === undefined || atoms.length > 2 || rest.trim() !== "") return false;
  return atom.type === "link" || (atom.type === "path" && HOST.test(atom.value) && !isFileName(atom.value));
}

function isPlace({ type, value }: Atom): boolean {
  if (type === "mail" || type === "link" || type === "account") return true;
  if (type === "number") return value.replace(/\D/g, "").length > LONGEST_PLAIN_NUMBER;
  return type === "path" && HOST.test(value) && !isFileName(value);
}
