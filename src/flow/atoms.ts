/** A part of a text that names something exactly. Only the same atom explains it, never a part of another. */
export interface Atom {
  readonly type: "mail" | "link" | "account" | "path" | "date" | "number";
  /** Its canonical spelling. */
  readonly value: string;
  /**
   * Numbers only: whether it may name a thing, and whether it may be an amount. "May 7" is neither. "id 7" and "#7" name a thing.
   */
  readonly named?: boolean;
  readonly counts?: boolean;
}

const MONTH = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";

// In order of precedence: a form does not see text that an earlier one has matched. Every repetition is bounded.
const FORMS: readonly (readonly [Atom["type"], RegExp])[] = [
  ["link", /\bhttps?:\/\/[^\s"'<>`\\^{|}]{1,2000}|\bwww\.[^\s"'<>`\\^{|},;]{1,500}/giu],
  ["mail", /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,250}[\p{L}\p{N}]/giu],
  ["date", /\b\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?\b|\b\d{1,2}:\d{2}(?::\d{2})?\b/gu],
  [
    "date",
    new RegExp(
      `\\b(?:${MONTH})[a-z]{0,6}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b|\\b\\d{1,2}(?:st|nd|rd|th)? (?:${MONTH})[a-z]{0,6}\\b`,
      "giu",
    ),
  ],
  // Words joined by dots, slashes or underscores: files, folders, hosts, names of things.
  [
    "path",
    /(?<![\p{L}\p{N}~_-])(?!\d{1,15}\.\d{1,15}(?![\p{L}\p{N}/\\_-]|\.[\p{L}\p{N}]))(?:(?:[\p{L}\p{N}~_-]{0,200}[./\\]){1,40}[\p{L}\p{N}_-]{1,200}\/?|[\p{L}\p{N}-]{1,100}_[\p{L}\p{N}_-]{1,100})/gu,
  ],
  // In groups only with capital letters: the words after a number are not part of it.
  ["account", /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/gu],
  ["account", /\b(?=[a-z0-9]{0,60}\d)(?=[a-z0-9]{0,60}[a-z])[a-z0-9]{6,64}\b/giu],
  ["number", /\d[\d.,]{0,20}\d|\d/giu],
];

const NAMED = /(?:\bid|\bno\.?|\bnumber|\bnr\.?|#|编号|号码?)(?: is)?[\s:'"“‘]{0,3}$/iu;
const LONG_NUMBER = 5;

/** A cheap check by type. A text that does not match contains no atom of the type, and most texts contain few types. */
const NEEDS: Readonly<Record<Atom["type"], RegExp>> = {
  link: /www\.|:\/\//i,
  mail: /@/,
  date: /\d/,
  path: /[./\\_]/,
  account: /\d/,
  number: /\d/,
};

/** The atoms of a text, and the rest of the text without them. */
export interface ReadAtoms {
  readonly atoms: readonly Atom[];
  readonly rest: string;
}

const MOST_REMEMBERED = 50;
const LONGEST_REMEMBERED = 200;

/** Creates an `atomsOf` that caches the results for recent short texts. */
export function createAtomReader(): (text: string) => ReadAtoms {
  const remembered = new Map<string, ReadAtoms>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const read = atomsOf(text);
    if (text.length > LONGEST_REMEMBERED) return read;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(text, read);
    return read;
  };
}

/** Finds the atoms of a text. */
export function atomsOf(text: string): ReadAtoms {
  const atoms: Atom[] = [];
  let rest = text.normalize("NFC");
  for (const [type, form] of FORMS) {
    if (!NEEDS[type].test(rest)) continue;
    rest = rest.replace(form, (found, ...more) => {
      const at = more.find((part) => typeof part === "number") ?? 0;
      for (const value of spellings(type, found))
        atoms.push(atomOf(type, value, rest.slice(Math.max(0, at - 12), at)));
      return " ";
    });
  }
  return { atoms, rest };
}

/** A text in which only numbers and words are left: addresses, dates, accounts and paths are blanks. */
export function withoutOtherAtoms(text: string): string {
  return FORMS.filter(([type]) => type !== "number").reduce(
    (rest, [type, form]) => (NEEDS[type].test(rest) ? rest.replace(form, " ") : rest),
    text.normalize("NFC"),
  );
}

function atomOf(type: Atom["type"], value: string, before: string): Atom {
  if (type !== "number") return { type, value };
  const isId = NAMED.test(before);
  return { type, value, named: isId || value.replace(/\D/g, "").length >= LONG_NUMBER, counts: !isId };
}

/** The possible spellings of an atom: the sentence may continue directly after it. */
function spellings(type: Atom["type"], found: string): string[] {
  if (type === "link") {
    const whole = found.replace(/[\])}.,;:!?*_'"]{1,20}$/, "");
    // "www.example.com.They" lacks a blank after the full stop.
    const cut = whole.replace(/\.[A-Z][a-z]{0,30}$/, "");
    return [...new Set([whole, cut])].map(linkOf);
  }
  if (type === "mail") return [found.toLowerCase()];
  if (type === "account") return [found.replace(/ /g, "").toLowerCase()];
  if (type === "path") return [found.replace(/^\.\/|[/.]$/g, "")];
  if (type === "number") return [numberOf(found)];
  return [found.toLowerCase()];
}

/** A link without the parts that do not affect where it leads. */
export function linkOf(text: string): string {
  const bare = text.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  const end = bare.search(/[/?#]/);
  return end === -1 ? bare.toLowerCase() : bare.slice(0, end).toLowerCase() + bare.slice(end);
}

/** A number without the separators between its digits: "1,000.00" is 1000. */
function numberOf(text: string): string {
  const plain = text.replace(/,(?=\d{3}\b)/g, "").replace(/[.,]$/, "");
  return /^\d+\.\d+$/.test(plain) ? String(Number(plain)) : plain;
}
