import { hasException, withoutForbidden } from "../text/forbidden.ts";
import { dropUnseen } from "../text/unseen.ts";
import { type Atom, createAtomReader, linkOf, type ReadAtoms } from "./atoms.ts";
import { addressed, filledIn, inflections, isRetold, NEUTRAL } from "./retold.ts";
import { holdsWholeName, isOnlyPartOfNames } from "./whole-name.ts";
import { madeOfRuns, phraseOf, wordsOf } from "./words.ts";

/** What the user has said in a run: the only words that explain a value without anybody's leave. */
export interface OwnWords {
  add(message: string): void;
  /** Whether the user named exactly this: each atom as an atom, each word as a whole, in this order. */
  names(value: string): boolean;
  /** Whether the user named exactly this thing: not where the words only stand within longer names. */
  namesThing(value: string): boolean;
  /** Whether the user named exactly this party: a part of a longer name is somebody else. */
  namesParty(value: string): boolean;
  /** Whether the user named this amount, as a number that is no date and no id. */
  namesAmount(value: string): boolean;
  /** Whether a text is put together from what the user said: runs of at least `least` words, and no atom of anybody else's. */
  wrote(text: string, least?: number): boolean;
  /** Whether every word that means something was said by the user, in whatever order and form: "the user likes tea" for "I like tea". */
  paraphrases(text: string): boolean;
  /** The same in the order in which one sentence of theirs says it, without leaving out what turns it into its opposite. */
  retells(text: string): boolean;
  /** Whether the user said one of these words. */
  says(words: readonly string[]): boolean;
  /** Whether the user said these words in a row, as `phraseOf` writes them. */
  saysPhrase(phrase: string): boolean;
  /** What they said, for patterns of verbs, without what they forbid. */
  readonly text: string;
  /** Whether they leave somebody or something out: "everyone except Carol". */
  readonly excepts: boolean;
}

const MOST_CHARACTERS = 100_000;
const LEAST_RUN = 3;
const LEAST_TELEPHONE = 7;
const MOST_NAME = 4;
const FILE =
  /\.(?:md|txt|docx?|xlsx?|pptx?|pdf|csv|json|ya?ml|xml|html?|[cm]?[jt]sx?|py|sh|zip|gz|png|jpe?g|gif|svg|mp[34])$/i;

/** Keeps the user's words of one run. Text that they quote is somebody else's and is left out. */
export function createOwnWords(): OwnWords {
  const atoms = new Set<string>();
  const amounts = new Set<string>();
  const atomsInText = new Set<string>();
  let phrases = " ";
  let text = "";
  // With what they forbid: it may be said to others, and decides nothing.
  let whole = "";
  let wholePhrases = " ";
  let excepts = false;
  let spokenText = " ";
  let plain = "";
  // A value is looked at several times before it counts as explained.
  const atomsOf = createAtomReader();
  const knows = (atom: Atom) => atoms.has(keyOf(atom));
  const ownWords: OwnWords = {
    add(message) {
      const all = withoutQuotes(message.slice(0, MOST_CHARACTERS - whole.length));
      whole += `${all}\n`;
      excepts ||= hasException(all);
      const inAll = atomsOf(all);
      for (const atom of inAll.atoms) atomsInText.add(keyOf(atom));
      wholePhrases += `${wordsOf(inAll.rest).join(" ")} . `;
      const own = withoutForbidden(all);
      text += `${own}\n`;
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
      }
      plain += `${found.rest}\n`;
      // A full stop, so that no phrase reaches from one message into the next.
      phrases += `${wordsOf(found.rest).join(" ")} . `;
    },
    names(value) {
      if (value.length > MOST_CHARACTERS || !isPlainName(value)) return false;
      const found = atomsOf(value);
      const words = wordsOf(found.rest);
      if (found.atoms.length + words.length === 0) return false;
      if (found.atoms.length === 0 && words.join("").length < 2) return /\p{Script=Han}/u.test(value);
      if (found.atoms.length === 0) return phrases.includes(phraseOf(words));
      // What the user wrote letter for letter in one piece: "12 Harbour Lane" is no house 12 of somebody else's.
      if (words.length > 0 && holdsLiteral(text, value)) return true;
      // Several parts are one name only where the user wrote them in one piece.
      const whole = words.length === 0 && new Set(found.atoms.map(keyOf)).size === 1;
      return (
        found.atoms.every(knows) && (whole || spokenText.includes(phraseOf(value.toLowerCase().split(/\s+/))))
      );
    },
    namesThing(value) {
      if (!ownWords.names(value)) return false;
      return atomsOf(value).atoms.length > 0 || !isOnlyPartOfNames(plain, value);
    },
    namesParty(value) {
      if (!ownWords.names(value)) return false;
      const { atoms: exact } = atomsOf(value);
      if (exact.some(({ type }) => type === "date")) return false;
      // A number is nobody's name, unless it is as long as that of a telephone.
      if (exact.some(({ type, value: number }) => type === "number" && number.length < LEAST_TELEPHONE))
        return false;
      if (exact.some(({ value: place }) => isFileName(place))) return false;
      if (wordsOf(value).length > MOST_NAME && exact.length === 0) return false;
      return exact.length > 0 || /\p{Script=Han}/u.test(value) || holdsWholeName(plain, value);
    },
    namesAmount: (value) => amounts.has(numberKey(value, atomsOf(value))),
    wrote(value, least = LEAST_RUN) {
      if (value.length > MOST_CHARACTERS || hasUnseen(value)) return false;
      const found = atomsOf(filledIn(value, whole));
      const words = wordsOf(found.rest);
      return (
        found.atoms.every(isSaid) &&
        (madeOfRuns(words, wholePhrases, least) || madeOfRuns(words.map(addressed), wholePhrases, least))
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
    retells: (value) => ownWords.paraphrases(value) && isRetold(value, whole),
    says: (words) => said(words, phrases),
    saysPhrase: (phrase) => phrases.includes(phrase),
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

/** Whether a text holds a value letter for letter, with nothing right beside it that it could be a part of. */
function holdsLiteral(text: string, value: string): boolean {
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

/** Whether a name ends as files do: such a name is nobody's address. */
export function isFileName(name: string): boolean {
  return FILE.test(name);
}

// Signs at its ends, or ones that nobody sees, make it another name: "Alice_" is not Alice.
function isPlainName(value: string): boolean {
  const bare = value.trim().replace(/^[#@'"“‘(]|['"”’)]$/g, "");
  return /^[\p{L}\p{N}.~/]/u.test(bare) && /[\p{L}\p{N}\p{M}/]$/u.test(bare) && !hasUnseen(value);
}

function hasUnseen(value: string): boolean {
  return dropUnseen(value) !== value;
}

function keyOf({ type, value }: Atom): string {
  // A file and a host look alike: "notes.md" is both.
  return type === "link" || type === "path"
    ? `place ${linkOf(value).replace(/^www\./, "")}`
    : `${type} ${value}`;
}

/** The number that a whole value is, with or without a currency. */
function numberKey(value: string, { atoms, rest }: ReadAtoms): string {
  const [atom] = atoms;
  return atom?.type === "number" && atoms.length === 1 && CURRENCY.test(rest) ? atom.value : value;
}

const CURRENCY = /^[\s\p{Sc}]{0,4}(?:[a-z]{3}|dollars?|euros?|pounds?|francs?|元)?[\s\p{Sc}]{0,4}$/iu;

const FENCE = /^ {0,3}(?:```|~~~)/;
const FORWARDED = /^[-\s]{0,20}(?:original|forwarded|begin forwarded) message\b/i;

/** What the user themselves wrote: fenced blocks, quoted lines and forwarded mail are left out. */
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
