import { hasOneReadingByLine, mayBeSpaced, unwrappedText } from "../../text/readings.ts";
import { TOKEN_LEADS } from "./find-tokens.ts";
import { createLeadTable, type Lead, rarestTriple } from "./lead-table.ts";
import { REVERSED_LEADS } from "./reversed-tokens.ts";

/** Recognizes texts without secrets in one pass. Most texts have none, and each is stored several times. */
interface QuietText {
  /** Whether nothing in a text is a secret or the beginning of one, however somebody reads it. */
  isQuiet(text: string): boolean;
  /** Whether the same is true for these texts together. */
  areQuiet(texts: readonly string[]): boolean;
  /** Whether the name of a field says nothing about its value. */
  isQuietName(name: string): boolean;
}

/** No prefix of a token, and no beginning of a configured value that is searched for, is longer. */
const LONGEST_LEAD = 64;
const LONG = 2 * LONGEST_LEAD;

const OTHER = 1;
const LINE_END = 2;
const SIGN = 4;
const BLANK = 8;

/** The classes of the ASCII characters. Zero stands for all others. Most texts consist of characters without a class. */
const CLASSES = Uint8Array.from({ length: 128 }, (_none, code) => {
  if (code === 10 || code === 13) return LINE_END;
  if ((code < 32 && code !== 9) || code === 127) return OTHER;
  if (code === 32) return BLANK;
  return "\\&%<='\"`,".includes(String.fromCharCode(code)) ? SIGN : 0;
});

/** A name and its value are searched together with this between them. */
const AFTER_NAME = ": ";

/** Creates a check for the known tokens and for these values, in every spelling. */
export function createQuietText(values: readonly string[]): QuietText {
  const beginnings = values.map(beginningOf);
  const known = beginnings.filter((lead) => lead !== undefined);
  const isComplete = known.length === values.length;
  const leads: readonly Lead[] = [...TOKEN_LEADS, ...REVERSED_LEADS, ...known];
  const table = createLeadTable(leads);
  const hasLead = (text: string) => table.classes(text, CLASSES) === -1;
  const spansName = TOKEN_LEADS.some(({ lead }) => lead.slice(0, -1).includes(AFTER_NAME.slice(-1)));

  return {
    isQuiet(text) {
      const classes = table.classes(text, CLASSES);
      if (classes <= 0) return classes === 0;
      if (classes === BLANK) return !mayBeSpaced(text);
      // A value of another script has no prefix in the table.
      if ((classes & OTHER) !== 0 && !isComplete) return false;
      if ((classes & LINE_END) !== 0 && hasLead(unwrappedText(text))) return false;
      return hasOneReadingByLine(text);
    },
    areQuiet(texts) {
      let edges = "";
      for (const text of texts) {
        if (!isComplete && /[^\x01-\x7e]/.test(text)) return false;
        if (text.length > LONG && hasLead(text)) return false;
        edges += edgesOf(text);
      }
      return !hasLead(edges);
    },
    isQuietName: (name) => !spansName && !hasLead(name + AFTER_NAME),
  };
}

/** The beginning of a configured value. Returns `undefined` if it has no three ASCII characters in a row. */
function beginningOf(value: string): Lead | undefined {
  const lead = value.slice(0, LONGEST_LEAD);
  const ascii = /[\x01-\x7f]{3,}/.exec(lead);
  return ascii === null ? undefined : { lead, offset: ascii.index + rarestTriple(ascii[0]) };
}

/** The parts of a text without prefixes that may belong to a prefix which begins before it or continues after it. */
function edgesOf(text: string): string {
  if (text.length <= LONG) return text;
  return `${text.slice(0, LONGEST_LEAD)}\0${text.slice(-LONGEST_LEAD)}`;
}
