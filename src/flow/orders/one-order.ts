import { amountOf } from "../stated-number.ts";
import { objectOf } from "../verbs.ts";
import { nameWords, singularOf } from "../words.ts";
import { type Clause, foldText } from "./clauses.ts";
import { fillsGap, hasOther, type NamedValue } from "./order-gaps.ts";
import { isLeastRight, isRight, statesRight } from "./stated-right.ts";
import { isSwitch, statesSwitch } from "./stated-switch.ts";

interface Orders {
  readonly tool: string;
  /** The orders that ask for what the tool does. */
  readonly asking: readonly Clause[];
  readonly clauses: readonly Clause[];
}

/**
 * The values that the user said for something else. One order has to explain a call: in "archive the offer and mark the invoice as
 * read" nobody asks to archive the invoice. A value may also come from:
 * - an earlier part, if the order refers to it ("share it with her");
 * - a part without a verb that fills a gap ("the amount is 50");
 * - the next part, if that adds to the order ("create an event …, and invite Ann").
 *
 * Returns the paths of the values that do not fit the order that fits best.
 */
export function valuesOfOtherOrders(
  values: readonly NamedValue[],
  { tool, asking, clauses }: Orders,
): ReadonlySet<string> {
  const placed = values.map((value) => ({
    value,
    holders: clauses.filter((clause) => holds(clause, value)),
  }));
  let best: ReadonlySet<string> | undefined;
  for (const order of asking) {
    const stray = placed
      .filter(({ value, holders }) => holders.length > 0 && !holders.some((one) => fits(one, value, order)))
      .map(({ value: { path } }) => path);
    if (best === undefined || stray.length < best.size) best = new Set(stray);
  }
  return new Set([
    ...(best ?? []),
    ...turnedAround(values, clauses),
    ...namedInOtherRole(values, { tool, asking }),
  ]);

  function fits(holder: Clause, value: NamedValue, order: Clause): boolean {
    if (holder === order && says(holder.folded.head, value)) return true;
    if (holder === order) return value.role !== "destination" && !hasOther(order, value, values);
    if (holder.verbs.size === 0)
      return refersBack(order, value) || fillsGap(holder, value, { order, values });
    const distance = clauses.indexOf(order) - clauses.indexOf(holder);
    if (distance > 0 && isPlace(value) && [...holder.verbs].every((verb) => LOOKS.has(verb)))
      return !hasOther(order, value, values);
    if (distance > 0) return refersBack(order, value) || (distance === 1 && leavesOut(order, values, tool));
    return distance === -1 && addsTo(holder, tool);
  }

  function refersBack({ plain }: Clause, { role, argument }: NamedValue): boolean {
    if (role === "destination" && PERSON.test(plain)) return true;
    if (role !== "destination" && THING.test(plain)) return true;
    const kinds = [...nameWords(argument), ...objectOf(tool)]
      .map(singularOf)
      .filter((kind) => kind.length > 2);
    return kinds.some((kind) => (/^\p{Script=Latin}+$/u.test(kind) ? definite(kind).test(plain) : false));
  }
}

const SOURCES = new Set("from source origin old sender".split(" "));
const TARGETS = new Set("to into target destination recipient receiver new".split(" "));

/** The values of a call with both a source and a target that the user said the other way round: "from Savings to Checking". */
function turnedAround(values: readonly NamedValue[], clauses: readonly Clause[]): string[] {
  const way = ({ argument }: NamedValue, words: ReadonlySet<string>) =>
    nameWords(argument).some((word) => words.has(word));
  const sources = values.filter((value) => way(value, SOURCES));
  const targets = values.filter((value) => way(value, TARGETS));
  if (sources.length === 0 || targets.length === 0) return [];
  const isSaid = (before: string, { spellings }: NamedValue) =>
    clauses.some(({ text }) =>
      spellings.some((spelling) => {
        const at = foldText(text).indexOf(foldText(spelling));
        return (
          at !== -1 &&
          new RegExp(`(?:${before})[\\s"'“‘]{0,3}(?:\\p{L}{1,40}[\\s"'“‘]{1,3}){0,2}$`, "iu").test(
            text.slice(0, at),
          )
        );
      }),
    );
  return [
    ...sources.filter(
      (value) => isSaid("\\b(?:to|into|onto)\\b|[到给至进]", value) && !isSaid("\\bfrom\\b|从", value),
    ),
    ...targets.filter(
      (value) => isSaid("\\bfrom\\b|从", value) && !isSaid("\\b(?:to|into|onto)\\b|[到给至进]", value),
    ),
  ].map(({ path }) => path);
}

const NOT_TO = /\b(?:from|of|not|than|except|besides|without)\s{1,3}["'“‘]?$/u;
const ABOUT =
  /(?<!\b(?:cop(?:y|ies)|contents?|version) )\b(?:of|about|for|regarding|concerning|(?:answer|reply|response) to)\s{1,3}(?:the\s{1,3})?["'“‘]?$/u;
const PART_OF = /^["'”’]?(?:['’]s\b|的)/u;
const GIVES = new Set("share send forward".split(" "));
const ANSWERS = /\b(?:reply|answer|respond)\b/iu;

/**
 * The values that the user named in another role than the call uses them: who something comes from or belongs to is no receiver
 * ("the boss of Ann"), and what a text is about is not what is shared ("a summary of the minutes").
 */
function namedInOtherRole(
  values: readonly NamedValue[],
  { tool, asking }: Pick<Orders, "tool" | "asking">,
): string[] {
  const gives = nameWords(tool).some((word) => GIVES.has(word));
  const given = new Set(["file", "document", "doc", "path", "id", ...objectOf(tool).map(singularOf)]);
  const isOther = ({ role, argument }: NamedValue, before: string, after: string) => {
    // "Reply to the message from Theo" goes to Theo.
    if (role === "destination") return NOT_TO.test(before) && !asking.some(({ text }) => ANSWERS.test(text));
    const isArgumentOfTool = gives && nameWords(argument).every((word) => given.has(singularOf(word)));
    return isArgumentOfTool && (ABOUT.test(before) || PART_OF.test(after));
  };
  return values
    .filter(({ role, value }) => (role === "destination" || role === "authority") && !NUMBER.test(value))
    .filter((value) => {
      const places = asking.flatMap(({ folded: { text } }) =>
        value.spellings.flatMap((spelling) => placesOf(text, foldText(spelling))),
      );
      return places.length > 0 && places.every(([before, after]) => isOther(value, before, after));
    })
    .map(({ path }) => path);
}

const BESIDE = 40;

/** The text before and after each occurrence of a value. */
function placesOf(text: string, value: string): (readonly [before: string, after: string])[] {
  const places: (readonly [string, string])[] = [];
  if (value === "") return places;
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
    places.push([
      text.slice(Math.max(0, at - BESIDE), at),
      text.slice(at + value.length, at + value.length + 4),
    ]);
  return places;
}

/**
 * The container of the things that a call is about. It stays the same in the next order: "check the requests of tide-tables and
 * merge #58".
 */
const PLACES = new Set("repository repo project workspace board database".split(" "));
const OWNER = new Set(["owner", "org", "organization"]);
const LOOKS = new Set("check read list look see find show view open search 看 查 读 找 列".split(" "));

function isPlace({ argument }: NamedValue): boolean {
  return nameWords(argument).some((word) => PLACES.has(word)) || OWNER.has(argument);
}

const PERSON = /\b(?:h(?:im|er)|them|they|there|same)\b|他|她|那里|那儿/iu;
const THING =
  /\b(?:it|its|this|that|them|these|those|there|same|both|result|summary|former)\b|它|这|那|此|其|该/iu;

function definite(kind: string): RegExp {
  const alike = kind === "file" ? "(?:file|document)" : kind;
  // Without a name after it: "the file", not "the file plan.md".
  return new RegExp(
    `\\bthe (?:new |same )?${alike}s?(?=\\s*(?:$|[.,;:!?]|with\\b|to\\b|by\\b|and\\b|as\\b|in\\b|for\\b))`,
    "iu",
  );
}

/** Verbs that add something to the order before them. */
const ADDS = new Set("add include attach invite put use mention set 加 添 邀".split(" "));

function addsTo({ verbs }: Clause, tool: string): boolean {
  return [...verbs].every((verb) => ADDS.has(verb) && !nameWords(tool).includes(verb));
}

const MOST_LEFT = 3;
const SMALL = "and then also please the a an my with as of".split(" ");

/**
 * Whether an order leaves out what it is about, because the order before it has named it: "rate the Anchor and write the review
 * 'Warm soup'", "优先级设为高".
 */
function leavesOut(order: Clause, values: readonly NamedValue[], tool: string): boolean {
  const { plain, head, text, verbs } = order;
  if (!/\p{Script=Han}/u.test(text)) {
    const known = new Set([
      ...nameWords(tool),
      ...values.flatMap(({ argument }) => nameWords(argument)),
      ...verbs,
      ...SMALL,
    ]);
    const rest = values
      .flatMap(({ spellings }) => spellings)
      .reduce((left, one) => left.replaceAll(one, " "), head);
    return (rest.match(/[^\s.,;!'"“”‘’]+/gu) ?? []).every((word) => known.has(word.toLowerCase()));
  }
  if (/[把将给对在]/u.test(plain)) return false;
  const known = [
    ...verbs,
    ...values.flatMap(({ spellings }) => spellings),
    "并",
    "再",
    "为",
    "成",
    "且",
    "然后",
    "里",
  ];
  const left = known.reduce((rest, word) => rest.replaceAll(word, ""), plain);
  return (left.match(/\p{Script=Han}/gu) ?? []).length <= MOST_LEFT;
}

/** Whether a part of the message says a value. */
function holds(clause: Clause, said: NamedValue): boolean {
  if (isRight(said.argument) && isLeastRight(said.value)) return false;
  if (isSwitch(said.value)) return statesSwitch(said.argument, said.value, clause);
  return isRight(said.argument) ? statesRight(said.value, clause) : says(clause.folded.text, said);
}

/** A receiver must be named in the order itself, not in the reported part: "write to Ann that Bob is away". */
function says(text: string, { spellings }: NamedValue): boolean {
  return spellings.some((spelling) => contains(text, spelling));
}

const NUMBER = /^\p{Sc}?\d[\d.,]{0,20}$/u;

function contains(text: string, spelling: string): boolean {
  const wanted = foldText(spelling).replace(/^[#@]/, "");
  if (wanted === "") return false;
  if (NUMBER.test(wanted)) {
    const amount = amountOf(wanted.replace(/^\p{Sc}/u, ""));
    return (text.match(/\d[\d.,]{0,20}/gu) ?? []).some((found) => amountOf(found) === amount);
  }
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (!isInside(text, at, wanted.length)) return true;
  return false;
}

const LATIN = /[\p{Script=Latin}\p{N}]/u;

/** Whether letters or digits of the same script are adjacent to a place in a text. */
function isInside(text: string, at: number, length: number): boolean {
  const [first = "", last = ""] = [text[at], text[at + length - 1]];
  const [before = "", after = ""] = [text[at - 1], text[at + length]];
  return (
    (LATIN.test(first) && LATIN.test(before)) || (LATIN.test(last) && LATIN.test(after) && after !== "s")
  );
}
