import { canonicalJson } from "../support/json.ts";
import { leavesOf } from "./call-leaves.ts";
import type { ExplainedCall } from "./explained-call.ts";
import { amountOf } from "./said-number.ts";
import { isSwitch } from "./said-switch.ts";
import { isForSpending } from "./spends-money.ts";
import { nameWords, wordsOf } from "./words.ts";

/**
 * Identifies a call by its tool and input. The same call is explained only once, however its values are spelled. Of a payment only
 * the receivers, the things and the amounts count: another note or day makes it no other payment.
 */
export function signatureOf({ tool, input }: Omit<ExplainedCall, "effects">): string {
  const leaves = leavesOf({ tool, input });
  if (leaves === undefined) return `${tool.name} ${canonicalJson(input ?? null)}`;
  const pays = isForSpending(tool);
  const counted = leaves.filter(
    ({ role, argument, value }) =>
      !pays ||
      role === "destination" ||
      (role === "authority" && !isSwitch(value) && !nameWords(argument).includes("currency")),
  );
  const parts = counted.map(({ path, value }) => `${pays ? "" : `${path}=`}${foldValue(value)}`);
  return `${tool.name} ${canonicalJson(parts.filter((part) => part !== "").toSorted())}`;
}

const AMOUNT = /^[+-]?\d[\d.,]{0,20}$/;

/** A value without what changes only its spelling: case, blanks, signs, and the form of an amount. */
function foldValue(value: string): string {
  const number = value.replaceAll(/[\p{Sc}\s]/gu, "");
  if (AMOUNT.test(number) && !Number.isNaN(amountOf(number))) return String(amountOf(number));
  return wordsOf(value.toLowerCase()).join("") || value.trim();
}
