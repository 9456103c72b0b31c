import { snakeName } from "../text/snake-name.ts";
import { isNumberArgument } from "../tool/role-of.ts";
import type { Leaf } from "./call-leaves.ts";
import type { ExplainedCall } from "./explained-call.ts";
import { type Clause, isStateOf } from "./orders/clauses.ts";
import { isLeastRight, isRight, statesRight } from "./orders/stated-right.ts";
import { isSwitch, statesSwitch } from "./orders/stated-switch.ts";
import type { RunOrigins } from "./run-origins.ts";
import { statesAmount } from "./stated-amount.ts";
import { isDate, mayMeanDay } from "./stated-date.ts";
import { nounsOf, statesCurrency, statesNumberOf } from "./stated-number.ts";
import { nameWords } from "./words.ts";

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

/** Whether an amount is said with its currency. Other numbers beside it do not matter then. */
function hasCurrency(value: string): boolean {
  return /[\p{L}\p{Sc}]/u.test(value);
}
