import { withoutOtherAtoms } from "./atoms.ts";
import { amountOf } from "./stated-number.ts";
import { ENGLISH_VERBS } from "./verbs.ts";
import { nameWords, singularOf } from "./words.ts";

/** A number in the user's words, with the words beside it. */
interface SaidNumber {
  readonly value: number;
  readonly before: string;
  readonly after: string;
}

const TOKEN = /\p{Sc}?\d[\d.,]{0,20}(?:%|\p{Sc})?|[\p{L}'’-]{1,60}|[^\s\p{L}\p{N}]/gu;
const NUMBER = /^\p{Sc}?(\d[\d.,]{0,20})/u;
const WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const LEAST_WORD = 2;

/** Words that a number cannot belong to. */
const SMALL = new Set(
  (
    "to for from by in on at of and or with per each every a an the this next into onto until till before after as if is are was be more less extra off back " +
    "only just about around exactly roughly approximately than over under least most up another additional further max maximum min minimum plus minus " +
    "me them us it my your their our you i we they today tomorrow tonight now please then that so but not no " +
    "amount sum price total budget limit goal cost costs value target " +
    "eur usd gbp chf cny jpy rmb euro euros dollar dollars pound pounds franc francs yuan yen bucks cent cents " +
    "degree degrees celsius fahrenheit percent minute minutes min hour hours second seconds day days night nights week weeks month months " +
    "kg g km m cm kcal calories kwh lux db watt watts instead starting once"
  ).split(" "),
);

/** The numbers in a text, in digits and in words. Dates, accounts and addresses do not count. */
function numbersIn(text: string): SaidNumber[] {
  const tokens = withoutOtherAtoms(text).match(TOKEN) ?? [];
  return tokens.flatMap((token, at): SaidNumber[] => {
    const word = WORDS.indexOf(token.toLowerCase());
    const digits = NUMBER.exec(token)?.[1];
    if (digits === undefined && word < LEAST_WORD) return [];
    const value = digits === undefined ? word : amountOf(digits);
    return [{ value, before: tokens[at - 1] ?? "", after: tokens[at + 1] ?? "" }];
  });
}

/** Names of arguments for a number of things. The noun follows the number: "three kettles". */
const COUNTS = new Set("quantity qty count items copies units number".split(" "));

const PAYS = new Set("pay transfer send wire".split(" "));
const PAYING = /\b(?:pay|transfer|wire)\b/iu;

/**
 * Whether the user says this number for this argument. If a number stands beside the argument's own noun ("30 minutes"), only such a
 * number counts. Otherwise it must not belong to another thing: "invoice 4711", "the 2026 party".
 */
export function statesAmount(text: string, value: string, argument: string): boolean {
  const wanted = amountOf(value.replace(/[\p{Sc}\s]/gu, ""));
  if (Number.isNaN(wanted)) return false;
  const nouns = nameWords(argument);
  const said = numbersIn(text);
  const isBeside = ({ before, after, value: number }: SaidNumber) =>
    nouns.some(
      (noun) => after.toLowerCase() === noun || (number === 1 && after.toLowerCase() === singularOf(noun)),
    ) || nouns.includes(before.toLowerCase());
  const beside = said.filter(isBeside);
  if (beside.length > 0) return beside.some((one) => one.value === wanted);
  // "Of the 80 that I owe pay 40."
  const first = Math.max(
    0,
    said.findIndex(({ before }) => PAYS.has(before.toLowerCase())),
  );
  const pays =
    said.some(({ before, after }) => PAYS.has(before.toLowerCase()) || PAYS.has(after.toLowerCase())) ||
    PAYING.test(text);
  const counts = nouns.some((noun) => COUNTS.has(noun));
  return said
    .slice(first)
    .some(
      (one) =>
        one.value === wanted &&
        (counts || !isThing(one.after)) &&
        !isThing(one.before) &&
        !(nouns.includes("amount") && pays && isBound(one)),
    );
}

/** Whether a number is a bound or a part, not a sum: "less than 900", "900 less the discount". */
function isBound({ before, after }: SaidNumber): boolean {
  return /^(?:than|most|least|of|under|below|half)$/i.test(before) || /^(?:less|minus|or)$/i.test(after);
}

/** Whether a word beside a number is a thing that the number belongs to. Names stand before amounts: "send Ann 50". */
function isThing(word: string): boolean {
  return (
    /^\p{Ll}/u.test(word) && !SMALL.has(word) && !ENGLISH_VERBS.has(word) && !/^h(?:im|is|er)$/.test(word)
  );
}
