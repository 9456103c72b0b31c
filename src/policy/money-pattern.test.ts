import { expect, test } from "vitest";
import type { VerdictKind } from "../contract/verdict.ts";
import { createLayer } from "./layer.ts";
import { parseRules } from "./rule.ts";

/** Whether a rule covers what would be spent, by any tool, among few rules and among many. */
function covers(rule: string, verdict: VerdictKind, target: string): boolean {
  const others = Array.from({ length: 20 }, (_nothing, n) => `money.spend(to ${n})`);
  const found = [[rule], [rule, ...others]].map((texts) => {
    const rules = texts.flatMap((text) => parseRules(text, verdict, { base: "/w" }));
    const layer = createLayer({ name: "global", otherwise: "default", rules });
    return layer.covering({ name: "pay", aliases: [] }, { kind: "money.spend", target }).length > 0;
  });
  expect(found[0]).toBe(found[1]);
  return found[0] === true;
}

test.each([
  ["money.spend(>1.00)", "1.5 USD openai:gpt-5", true],
  ["money.spend(>1.00)", "1.00 USD openai:gpt-5", false],
  ["money.spend(>=1.00)", "1.00 USD openai:gpt-5", true],
  ["spending(> 10)", "10.01 EUR", true],
  ["pay(>10)", "11 EUR to bob", true],
  ["money.spend(>1.00 USD)", "0.5 USD openai:gpt-5", false],
  ["money.spend(>0.10 USD openai:*)", "0.5 USD openai:gpt-5", true],
  ["money.spend(>0.10 USD openai:*)", "0.5 USD anthropic:claude", false],
  // What cannot be compared counts against the call.
  ["money.spend(>1.00)", "unknown openai:gpt-5", true],
  ["money.spend(>1.00 USD)", "0.5 EUR", true],
  ["money.spend(>1.00)", "a yearly plan", true],
  ["money.spend(>1.00)", "1,50 EUR", true],
  // Without a comparison, a pattern is text.
  ["money.spend(* openai:*)", "0.5 USD openai:gpt-5", true],
  ["money.spend(10 EUR)", "10 EUR", true],
])("a rule %s that denies speaks of %s: %s", (rule, target, expected) => {
  expect(covers(rule, "deny", target)).toBe(expected);
});

test("a rule that allows an amount allows nothing that cannot be compared with it", () => {
  expect(covers("money.spend(<1.00 USD)", "allow", "0.5 USD openai:gpt-5")).toBe(true);
  for (const target of ["unknown openai:gpt-5", "0.5 EUR", "0,5 USD", "a plan"])
    expect(covers("money.spend(<1.00 USD)", "allow", target)).toBe(false);
});

test("a comparison without an amount is no rule, and a command may begin with one", () => {
  expect(() => parseRules("money.spend(>much)", "deny", { base: "/w" })).toThrow("write an amount");
  expect(parseRules("shell(> /etc/*)", "deny", { base: "/w" })).toHaveLength(1);
});
