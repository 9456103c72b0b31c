import type { Tool } from "../contract/tool.ts";
import { isRecord } from "../text/record.ts";
import { snakeName } from "../text/snake-name.ts";
import type { ExplainedCall } from "./call-leaves.ts";

const SPENDS =
  /(?:^|_)(?:pay|transfer|buy|purchase|refund|order|donate|money|payment|transaction|book|reserve|reservation|rent|hire|checkout|subscribe|withdraw|deposit|wire|invest|trade|sell|bid|stake|swap|funds|remit)(?:_|$)/;
const AMOUNT = /(?:^|_)(?:amount|price|sum|total)(?:_|$)/;

/**
 * Whether a call pays, or books something that must be paid for. Only the user chooses that: open values and trust in a source
 * never cover it.
 */
export function spendsMoney({ tool, effects, input }: ExplainedCall): boolean {
  return effects.some(({ kind }) => kind.startsWith("money.")) || saysSo(tool) || hasAmount(input);
}

/** Whether calls of a tool spend money, before anything about a call is known. */
export function isForSpending(tool: Pick<Tool, "name" | "flow" | "input">): boolean {
  const { properties } = tool.input.toJsonSchema() as { properties?: unknown }; // a JSON Schema may contain anything
  return saysSo(tool) || (tool.flow.changes !== "nothing" && hasAmount(properties));
}

function saysSo({ name, flow }: Pick<Tool, "name" | "flow">): boolean {
  return flow.changes !== "nothing" && SPENDS.test(snakeName(name));
}

function hasAmount(input: unknown): boolean {
  return isRecord(input) && Object.keys(input).some((name) => AMOUNT.test(snakeName(name)));
}
