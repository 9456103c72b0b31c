import type { Tool } from "../contract/tool.ts";
import { isRecord } from "../support/json.ts";
import type { ExplainedCall } from "./explained-call.ts";

const SPENDS =
  /(?:^|_)(?:pay|transfer|buy|purchase|refund|order|donate|money|payment|transaction|book|reserve|reservation|rent|hire|checkout|subscribe)(?:_|$)/i;
const AMOUNT = /(?:^|_)(?:amount|price|sum|total)(?:_|$)/i;

/** Whether a call pays, or books what has to be paid for. Nobody but the user chooses that: no open value, no trust in a source. */
export function spendsMoney({ tool, effects, input }: ExplainedCall): boolean {
  return effects.some(({ kind }) => kind.startsWith("money.")) || saysSo(tool) || hasAmount(input);
}

/** The same, before anything of the call is known. */
export function isForSpending(tool: Pick<Tool, "name" | "flow" | "input">): boolean {
  const { properties } = tool.input.toJsonSchema() as { properties?: unknown }; // a JSON Schema may hold anything
  return saysSo(tool) || (tool.flow.changes !== "nothing" && hasAmount(properties));
}

function saysSo({ name, flow }: Pick<Tool, "name" | "flow">): boolean {
  return flow.changes !== "nothing" && SPENDS.test(name.replace(/([a-z0-9])([A-Z])/g, "$1_$2"));
}

function hasAmount(input: unknown): boolean {
  return isRecord(input) && Object.keys(input).some((name) => AMOUNT.test(name));
}
