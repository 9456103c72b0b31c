import { dropHidden } from "../text/hidden-characters.ts";
import { ordersIn } from "../text/orders.ts";
import { hasException, withoutForbidden, withoutQuoted } from "../text/prohibitions.ts";
import { type Atom, createAtomReader, linkOf, type ReadAtoms } from "./atoms.ts";
import { type Clause, clausesOf } from "./orders/clauses.ts";
import {
  inflections,
  inSecondPerson,
  isRequestedQuestion,
  isRestatement,
  NEUTRAL,
  withPlaceholder,
} from "./restatement.ts";
import { amountOf, numbersInWords, pricesIn } from "./stated-number.ts";
import { containsWholeHan, containsWholeName, isOnlyPartOfNames } from "./whole-name.ts";
import { madeOfRuns, phraseOf, wordsOf } from "./words.ts";

/** The user's words in a run. Only these words explain a value without an approval. */
export interface OwnWords {
  /** Adds a message. For an earlier turn, `isDone` says which of its orders were already carried out. */
  add(message: string, isDone?: (order: Clause) => boolean): void;
  /** Whether the user named exactly this value: each atom as an atom, each word as a whole word, in this order. */
  names(value: string): boolean;
  /** Whether the user named exactly this thing. False if the words occur only within longer names. */
  namesThing(value: string): boolean;
  /** Whether the user named exactly this party. A part of a longer name is a different party. */
  namesParty(value: string): boolean;
  /** Whether the user named this amount, as a number that is neither a date nor an id. */
  namesAmount(value: string): boolean;
  /** Whether the user said this amount of money. If they said any with a currency, other numbers are no amounts. */
  namesPrice(value: string): boolean;
  /** Whether a text consists of the user's words: runs of at least `least` words, and only atoms that the user wrote. */
  wrote(text: string, least?: number): boolean;
  /** Whether the user said every meaningful word of a text, in any order and form: "the user likes tea" for "I like tea". */
  paraphrases(text: string): boolean;
  /** Like `paraphrases`, but in the word order of one of the user's sentences, with every word that reverses its meaning. */
  restates(text: string): boolean;
  /** Whether the user said one of these words. */
  says(words: readonly string[]): boolean;
  /** Whether the user says one of these words where they ask for something to be done. */
  orders(words: readonly string[]): boolean;
  /** The parts of the user's words that ask for something to be done. */
  readonly ordered: string;
  /** The orders of the user, and the other parts of their messages. */
  readonly clauses: readonly Clause[];
  /** Whether the user said one of these words, outside of quotes. */
  saysUnquoted(words: readonly string[]): boolean;
  readonly unquoted: string;
  /** Whether the user said these words in a row. The phrase has the format of `phraseOf`. */
  saysPhrase(phrase: string): boolean;
  /** Whether the user wrote these two as one path: "acme/sundial" names the owner and the repository. */
  namesPair(first: string, second: string): boolean;
  /** The user's words without what they forbid, to match patterns of verbs against. */
  readonly text: string;
  /** Whether the user excludes somebody or something: "everyone except Carol". */
  readonly excepts: boolean;
}

const MOST_CHARACTERS = 100_000;
const HAN = /\p{Script=Han}/u;
const LEAST_RUN = 3;
const LEAST_TELEPHONE = 7;
const PAIR = /^[\p{L}\p{N}._-]{1,100}\/[\p{L}\p{N}._-]{1,100}$/u;
const MOST_NAME = 4;
const MOST_HAN_NAME = 14;
const FILE =
  /\.(?:md|txt|docx?|xlsx?|pptx?|pdf|csv|json|ya?ml|xml|html?|[cm]?[jt]sx?|py|sh|zip|gz|png|jpe?g|gif|svg|mp[34])$/i;

/** Stores the user's words of one run. Leaves out quoted text, because somebody else wrote it. */
export function createOwnWords(): OwnWords {
  const atoms = new Set<string>();
  const amounts = new Set<string>();
  const pairs = new Set<string>();
  const atomsInText = new Set<string>();
  let phrases = " ";
  let text = "";
  // Includes what the user forbids: a call may pass it on to others, but it decides nothing.
  let whole = "";
  let wholePhrases = " ";
  let excepts = false;
  let ordered = "";
  let orderedPhrases = " ";
  let unquoted = "";
  let unquotedPhrases = " ";
  const clauses: Clause[] = [];
  let spokenText = " ";
  let plain = "";
  // Cached, because a value is read several times before it counts as explained.
  const atomsOf = createAtomReader();
  const knows = (atom: Atom) => atoms.has(keyOf(atom));
  const ownWords: OwnWords = {
    add(message, isDone) {
      const all = withoutQuotes(message.slice(0, MOST_CHARACTERS - whole.length));
      whole += `${all}\n`;
      excepts ||= hasException(all);
      const inAll = atomsOf(all);
      for (const atom of inAll.atoms) atomsInText.add(keyOf(atom));
      wholePhrases += `${wordsOf(inAll.rest).join(" ")} . `;
      const own = withoutForbidden(all);
      text += `${own}\n`;
      if (isDone === undefined) clauses.push(...clausesOf(own));
      else
        clauses.unshift(
          ...clausesOf(own).map((clause) =>
            isDone(clause) ? { ...clause, asks: "never" as const } : clause,
          ),
        );
      const outside = withoutQuoted(own);
      unquoted += `${outside}\n`;
      unquotedPhrases += `${wordsOf(atomsOf(outside).rest).join(" ")} . `;
      const orders = ordersIn(own);
      ordered += `${orders}\n`;
      orderedPhrases += `${wordsOf(atomsOf(orders).rest).join(" ")} . `;
      spokenText += `${own
        .normalize("NFC")
        .toLowerCase()
        .replace(/['"“”‘’]/g, " ")
        .split(/\s+/)
        .join(" ")} . `;
      const found = atomsOf(own);
      for (const atom of found.atoms) {
        if (atom.counts === true) amounts.add(atom.value);
        if (atom.type !== "number" || atom.named === true) atoms.add(keyOf(atom));
        if (atom.type === "path" && PAIR.test(atom.value)) pairs.add(atom.value.toLowerCase());
      }
      for (const number of numbersInWords(found.rest)) amounts.add(number);
      plain += `${found.rest}\n`;
      // The full stop prevents phrases that span two messages.
      phrases += `${wordsOf(found.rest).join(" ")} . `;
    },
    names(value) {
      if (value.length > MOST_CHARACTERS || hasUnseen(value)) return false;
      if (isQuotedIn(text, value)) return true;
      if (!isPlainName(value)) return false;
      // Chinese has no blanks, so the words around an address or a file look like a part of it.
      if (HAN.test(text) && isNextToHan(value) && containsWholeHan(text, value)) return true;
      const found = atomsOf(value);
      const words = wordsOf(found.rest);
      if (found.atoms.length + words.length === 0) return false;
      if (found.atoms.length === 0 && words.join("").length < 2) return /\p{Script=Han}/u.test(value);
      if (found.atoms.length === 0) return phrases.includes(phraseOf(words));
      // The user wrote the value literally, in one piece: "12 Harbour Lane" is not house 12 of somebody else.
      if (words.length > 0 && containsLiteral(text, value)) return true;
      // Several parts are one name only if the user wrote them in one piece.
      const whole = words.length === 0 && new Set(found.atoms.map(keyOf)).size === 1;
      return (
        found.atoms.every(knows) && (whole || spokenText.includes(phraseOf(value.toLowerCase().split(/\s+/))))
      );
    },
    namesThing(value) {
      if (!ownWords.names(value)) return false;
      if (HAN.test(value) && !containsWholeHan(text, value)) return false;
      return atomsOf(value).atoms.length > 0 || !isOnlyPartOfNames(plain, value);
    },
    namesParty(value) {
      if (!ownWords.names(value)) return false;
      const { atoms: exact, rest } = atomsOf(value);
      if (exact.some(({ type }) => type === "date")) return false;
      // A number does not name a party, unless it is as long as a telephone number, or part of a postal address.
      if (exact.some(({ type, value: number }) => type === "number" && number.length < LEAST_TELEPHONE))
        return !CURRENCY.test(rest) && /\p{Lu}/u.test(value) && containsWholeName(text, value);
      if (exact.some(({ value: place }) => isFileName(place))) return false;
      const most = HAN.test(value) ? MOST_HAN_NAME : MOST_NAME;
      if (wordsOf(value).length > most && exact.length === 0) return false;
      if (HAN.test(value)) return containsWholeHan(text, value);
      return exact.length > 0 || containsWholeName(plain, value);
    },
    namesAmount: (value) => amounts.has(numberKey(value, atomsOf(value))),
    namesPrice(value) {
      if (!ownWords.namesAmount(value)) return false;
      // Words beside a number are its currency: the user must have said it.
      if (/\p{L}/u.test(value)) return ownWords.names(value);
      const prices = pricesIn(text);
      return prices.length === 0 || prices.includes(amountOf(value.replace(/[\p{Sc}\s]/gu, "")));
    },
    wrote(value, least = LEAST_RUN) {
      if (value.length > MOST_CHARACTERS || hasUnseen(value)) return false;
      const found = atomsOf(withPlaceholder(value, whole));
      const words = wordsOf(found.rest);
      return (
        found.atoms.every(isSaid) &&
        (madeOfRuns(words, wholePhrases, least) ||
          madeOfRuns(words.map(inSecondPerson), wholePhrases, least) ||
          isRequestedQuestion(words, wholePhrases))
      );
    },
    paraphrases(value) {
      if (value.length > MOST_CHARACTERS || hasUnseen(value)) return false;
      const found = atomsOf(value);
      return (
        found.atoms.every(isSaid) &&
        wordsOf(found.rest).every((word) => NEUTRAL.has(word) || said(inflections(word), wholePhrases))
      );
    },
    restates: (value) => ownWords.paraphrases(value) && isRestatement(value, whole),
    says: (words) => said(words, phrases),
    orders: (words) => said(words, orderedPhrases),
    get ordered() {
      return ordered;
    },
    clauses,
    saysUnquoted: (words) => said(words, unquotedPhrases),
    get unquoted() {
      return unquoted;
    },
    saysPhrase: (phrase) => phrases.includes(phrase),
    namesPair: (first, second) => pairs.size > 0 && pairs.has(`${first}/${second}`.toLowerCase()),
    get text() {
      return text;
    },
    get excepts() {
      return excepts;
    },
  };
  return ownWords;

  function isSaid(atom: Atom): boolean {
    return atomsInText.has(keyOf(atom));
  }
}

function said(words: readonly string[], phrases: string): boolean {
  return words.some((word) => phrases.includes(phraseOf([word])));
}

/** Whether the words around a value may look like a part of it in Chinese: a name of two characters and more, an address, a file. */
function isNextToHan(value: string): boolean {
  return /[@./]/.test(value) || /^\p{Script=Han}{2,20}$/u.test(value);
}

/** Whether a text has exactly this value in quotes, whatever signs it ends with: 'Lunch on Thursday?'. */
function isQuotedIn(text: string, value: string): boolean {
  return value.length > 1 && QUOTES.some(([open, close]) => text.includes(`${open}${value}${close}`));
}

const QUOTES = ["''", '""', "“”", "‘’", "「」", "《》"];

/** Whether a text contains a value literally, without adjacent characters that would make it part of something longer. */
function containsLiteral(text: string, value: string): boolean {
  const wanted = value.normalize("NFC").trim();
  const all = text.normalize("NFC");
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + 1)) {
    const before = all.slice(Math.max(0, at - 1), at);
    const after = all.slice(at + wanted.length, at + wanted.length + 2);
    if (!/[\p{L}\p{N}_@./\\-]/u.test(before) && !/^(?:[\p{L}\p{N}_@/\\-]|[.,][\p{L}\p{N}])/u.test(after))
      return true;
  }
  return false;
}

/** Whether a name ends with a file extension. A file name is not an address. */
export function isFileName(name: string): boolean {
  return FILE.test(name);
}

// Symbols at either end and invisible characters make it a different name: "Alice_" is not Alice.
function isPlainName(value: string): boolean {
  const bare = value.trim().replace(/^[#@'"“‘(]|['"”’)]$/g, "");
  return /^[\p{L}\p{N}.~/]/u.test(bare) && /[\p{L}\p{N}\p{M}/]$/u.test(bare) && !hasUnseen(value);
}

function hasUnseen(value: string): boolean {
  return dropHidden(value) !== value;
}

function keyOf({ type, value }: Atom): string {
  // A file and a host look alike: "notes.md" may be either.
  return type === "link" || type === "path"
    ? `place ${linkOf(value).replace(/^www\./, "")}`
    : `${type} ${value}`;
}

/** The number if the whole value is one, with or without a currency. Otherwise the value itself. */
function numberKey(value: string, { atoms, rest }: ReadAtoms): string {
  const [atom] = atoms;
  return atom?.type === "number" && atoms.length === 1 && CURRENCY.test(rest) ? atom.value : value;
}

const CURRENCY = /^[\s\p{Sc}]{0,4}(?:[a-z]{3}|dollars?|euros?|pounds?|francs?|元)?[\s\p{Sc}]{0,4}$/iu;

const FENCE = /^ {0,3}(?:```|~~~)/;
const FORWARDED = /^[-\s]{0,20}(?:original|forwarded|begin forwarded) message\b/i;

/** The text that the user wrote themselves, without fenced blocks, quoted lines and forwarded mail. */
function withoutQuotes(message: string): string {
  const own: string[] = [];
  let fenced = false;
  for (const line of message.split("\n")) {
    if (FORWARDED.test(line)) break;
    if (FENCE.test(line)) fenced = !fenced;
    else if (!fenced && !line.trimStart().startsWith(">")) own.push(line);
  }
  return own.join("\n");
}
