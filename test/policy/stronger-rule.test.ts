import { expect, test } from "vitest";
import { parseRules } from "../../src/policy/rule.ts";
import { strongerRule } from "../../src/policy/stronger-rule.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { runInProcess } from "../support/command-in-process.ts";

const TOOLS = [
  { name: "get-sum", aliases: ["everything__get-sum"] },
  { name: "write_file", aliases: [] },
];

function decidedBy(rule: string, other: string, verdict: "ask" | "deny" = "ask"): string | undefined {
  const rules = [...parseRules(rule, "allow", { base: "/w" }), ...parseRules(other, verdict, { base: "/w" })];
  return strongerRule({ rule, verdict: "allow" }, rules, TOOLS)?.text;
}

test("strongerRule() finds the stricter rule that decides every call of another", () => {
  expect(decidedBy("get-sum", "everything__*")).toBe("everything__*");
  expect(decidedBy("get-sum", "get-sum", "deny")).toBe("get-sum");
  expect(decidedBy("write_file(./out/**)", "write_file", "deny")).toBe("write_file");
  expect(decidedBy("later__tool", "later__*")).toBe("later__*");
});

test("strongerRule() leaves exceptions and rules that decide a part alone", () => {
  expect(decidedBy("write_file(./out/**)", "write_file")).toBeUndefined();
  expect(decidedBy("write_file", "write_file(./secret/**)")).toBeUndefined();
  expect(decidedBy("*", "everything__*")).toBeUndefined();
  expect(decidedBy("get-sum", "writing")).toBeUndefined();
  expect(decidedBy("write_file", "everything__*")).toBeUndefined();
});

test("`policy allow` says that a stricter rule still decides, and which one to forget", async () => {
  await using world = await aRuntime({ yaml: "permissions:\n  confirm: []\n" });
  const policy = (...args: string[]) => runInProcess(world, ["policy", ...args]);
  await policy("ask", "write_*");
  const allowed = await policy("allow", "write_file(./out/**)");
  const words =
    "This has no effect while write_* says to ask; to change that: dejima policy forget 'write_*'";
  expect(allowed.stderr.replaceAll("\n", " ")).toContain(words);
  const again = await policy("allow", "write_file(./out/**)", "--json");
  expect(again.json()).toMatchObject({ notice: words });
  await policy("forget", "write_*");
  expect((await policy("allow", "write_file(./out/**)")).stderr).not.toContain("no effect while");
});
