import { canonicalJson } from "../support/json.ts";
import { type ExplainedCall, type Leaf, leavesOf } from "./call-leaves.ts";
import { isSwitch } from "./orders/stated-switch.ts";
import { isForSpending } from "./spends-money.ts";
import { amountOf } from "./stated-number.ts";
import { nameWords, wordsOf } from "./words.ts";

/**
 * Identifies a call by its tool and input. The same call is explained only once, however its values are spelled, and whether a thing
 * is called by its id or by its name. Of a payment only the receivers, the things and the amounts count: another tool, account, note
 * or day makes it no other payment.
 */
export function signatureOf(
  { tool, input }: Omit<ExplainedCall, "effects">,
  aliasesOf: (value: string) => readonly string[] = () => [],
): string {
  const leaves = leavesOf({ tool, input });
  if (leaves === undefined) return `${tool.name} ${canonicalJson(input ?? null)}`;
  const pays = isForSpending(tool);
  const counted = leaves.filter((leaf) => !pays || isOfPayment(leaf));
  const parts = counted.map(({ path, role, value }) => {
    const alike = role === "authority" || role === "destination" ? aliasesOf(value) : [];
    return `${pays ? "" : `${path}=`}${[value, ...alike].map(foldValue).toSorted()[0] ?? ""}`;
  });
  // "Pay 50 to Ann" asks for one payment, whichever tool makes it.
  const name = pays && leaves.some(({ role }) => role === "destination") ? "payment" : tool.name;
  return `${name} ${canonicalJson([...new Set(parts.filter((part) => part !== ""))].toSorted())}`;
}

const FROM = new Set(["from", "source"]);

function isOfPayment({ role, argument, value }: Leaf): boolean {
  const words = nameWords(argument);
  if (words.includes("currency") || words.some((word) => FROM.has(word))) return false;
  return role === "destination" || (role === "authority" && !isSwitch(value));
}

const AMOUNT = /^[+-]?\d[\d.,]{0,20}$/;

/** A value without what changes only its spelling: case, blanks, signs, and the form of an amount. */
function foldValue(value: string): string {
  const number = value.replaceAll(/[\p{Sc}\s]/gu, "");
  if (AMOUNT.test(number) && !Number.isNaN(amountOf(number))) return String(amountOf(number));
  return wordsOf(value.toLowerCase()).join("") || value.trim();
}
