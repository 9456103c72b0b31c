import { snakeName } from "../text/snake-name.ts";
import { isNumberArgument } from "../tool/role-of.ts";
import { withoutOtherAtoms } from "./atoms.ts";
import type { ExplainedCall, Leaf } from "./call-leaves.ts";
import { type Clause, isStateOf } from "./orders/clauses.ts";
import { isLeastRight, isRight, statesRight } from "./orders/stated-right.ts";
import { isSwitch, statesSwitch } from "./orders/stated-switch.ts";
import type { RunOrigins } from "./run-origins.ts";
import { isDate, mayMeanDay } from "./stated-date.ts";
import { amountOf, nounsOf, statesCurrency, statesNumberOf } from "./stated-number.ts";
import { ENGLISH_VERBS } from "./verbs.ts";
import { nameWords, singularOf } from "./words.ts";

const AMOUNT =
  /(?:^|_)(?:postal|postcode|zip|quantity|qty|guests?|adults?|children|people|persons|passengers|seats|tickets|copies|rooms|nights|items|temperature|celsius|fahrenheit|degrees|percent|level|brightness|volume|speed|hours|minutes|seconds)(?:_|$)/;

const PRICE = /(?:^|_)(?:amount|price|sum|total|limit|budget|fee|deposit)(?:_|$)/;

const HAN = /\p{Script=Han}/u;

const EVERY: Readonly<Record<string, RegExp>> = {
  daily: /\b(?:daily|(?:every|each|a|per) day)\b|每[天日]/iu,
  weekly: /\b(?:weekly|(?:every|each|a|per) week)\b|每[个]?[周星]/iu,
  monthly: /\b(?:monthly|(?:every|each|a|per) month)\b|每个?月/iu,
  yearly: /\b(?:yearly|annually|(?:every|each|a|per) year)\b|每年/iu,
};

/**
 * Whether the user states a value of a type with its own wording: an amount beside its noun, a date in any format, a switch
 * turned on or off, an access right. `undefined` for values of other types.
 */
export function statesTypedValue(
  { argument, path, value }: Leaf,
  {
    call,
    run: { own },
    reads,
    orders,
  }: {
    readonly call: ExplainedCall;
    readonly run: RunOrigins;
    readonly reads: boolean;
    readonly orders: readonly Clause[];
  },
): boolean | undefined {
  const isCalled = (form: RegExp) => path.split(".").some((part) => form.test(snakeName(part)));
  // Chinese has no blanks, so the words beside a number are not known.
  const isAmount = () => HAN.test(own.text) || statesAmount(own.text, value, argument);
  if (isCalled(PRICE)) return own.namesPrice(value) && (hasCurrency(value) || isAmount());
  if (isCalled(AMOUNT) && !Number.isNaN(Number(value))) return own.namesAmount(value) && isAmount();
  if (nameWords(argument).includes("currency") && statesCurrency(own.text, value)) return true;
  if (isSwitch(value)) return orders.some((order) => statesSwitch(argument, value, order));
  if (isRight(argument) && !reads)
    return isLeastRight(value) || orders.some((order) => statesRight(value, order));
  if (orders.some((order) => isStateOf(value, order))) return true;
  if (statesNumberOf(own.text, value, nounsOf(argument, call.tool.name))) return true;
  if (isDate(value) && !reads && mayMeanDay(own.text, value)) return true;
  const interval = value.trim().toLowerCase();
  if (Object.hasOwn(EVERY, interval) && orders.some(({ text }) => EVERY[interval]?.test(text) === true))
    return true;
  if (!reads && isNumberArgument(call.tool, argument) && statesAmount(own.text, value, argument)) return true;
  return undefined;
}

/** Whether the text has an amount with its currency. Other numbers beside it then do not matter. */
function hasCurrency(value: string): boolean {
  return /[\p{L}\p{Sc}]/u.test(value);
}

/** A number in the user's words, with the words beside it. */
interface StatedNumber {
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
function numbersIn(text: string): StatedNumber[] {
  const tokens = withoutOtherAtoms(text).match(TOKEN) ?? [];
  return tokens.flatMap((token, at): StatedNumber[] => {
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
 * Whether the user states this number for this argument. If a number is next to the argument's own noun ("30 minutes"), only such a
 * number counts. Otherwise it must not belong to another thing: "invoice 4711", "the 2026 party".
 */
function statesAmount(text: string, value: string, argument: string): boolean {
  const wanted = amountOf(value.replace(/[\p{Sc}\s]/gu, ""));
  if (Number.isNaN(wanted)) return false;
  const nouns = nameWords(argument);
  const said = numbersIn(text);
  const isBeside = ({ before, after, value: number }: StatedNumber) =>
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
function isBound({ before, after }: StatedNumber): boolean {
  return /^(?:than|most|least|of|under|below|half)$/i.test(before) || /^(?:less|minus|or)$/i.test(after);
}

/** Whether a word beside a number is a thing that the number belongs to. Names come before amounts: "send Ann 50". */
function isThing(word: string): boolean {
  return (
    /^\p{Ll}/u.test(word) && !SMALL.has(word) && !ENGLISH_VERBS.has(word) && !/^h(?:im|is|er)$/.test(word)
  );
}
