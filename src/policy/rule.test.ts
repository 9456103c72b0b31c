import { expect, test } from "vitest";
import type { VerdictKind } from "../contract/verdict.ts";
import { createLayer } from "./layer.ts";
import { parseRule, parseRules, reachesFolder, reachesHost } from "./rule.ts";

test("reachesFolder() sees a rule about the folder, about a folder above, and about any part of it", () => {
  for (const pattern of [
    "/srv/data",
    "/srv/data/**",
    "/srv/**",
    "/**",
    "**/data",
    "**/data/**",
    "/srv/data/private/**",
    "/srv/data/key.pem",
    "/srv/*/private/**",
    "/srv/d*/x",
    "/srv/data/**/.env",
  ])
    expect([pattern, reachesFolder(pattern, "/srv/data")]).toEqual([pattern, true]);
});

test("reachesFolder() leaves a folder alone that a rule does not speak of", () => {
  for (const pattern of ["/srv/database/**", "/srv/dat", "/home/**", "**/.env", "/srv/other/data", "/srv"])
    expect([pattern, reachesFolder(pattern, "/srv/data")]).toEqual([pattern, false]);
});

test("reachesHost() compares hosts with their ports, whatever the scheme or page", () => {
  const host = "https://api.example.com/";
  for (const pattern of [
    "https://api.example.com/**",
    "http://api.example.com/**",
    "https://api.example.com/admin/**",
    "https://*.example.com/**",
    "https://**",
    "**",
  ])
    expect([pattern, reachesHost(pattern, host)]).toEqual([pattern, true]);
  for (const pattern of [
    "https://example.com/**",
    "https://api.example.com.evil.net/**",
    "https://api.example.com:8443/**",
  ])
    expect([pattern, reachesHost(pattern, host)]).toEqual([pattern, false]);
  expect(reachesHost("https://api.example.com/**", "https://*.example.com/")).toBe(true);
  expect(reachesHost("https://api.example.org/**", "https://*.example.com/")).toBe(false);
});

const base = "/base";
const matches = (text: string, kind: "file.write" | "host.send" | "command.run", target: string) =>
  parseRule(text, "allow", { base }).argument?.matches({ kind, target });

test("parseRule() scopes paths to the base folder", () => {
  expect(matches("write_file(./out/**)", "file.write", "/base/out/a/b.txt")).toBe(true);
  expect(matches("write_file(out/**)", "file.write", "/base/out/.hidden")).toBe(true);
  expect(matches("write_file(./out/**)", "file.write", "/base/out")).toBe(true);
  expect(matches("write_file(./out/**)", "file.write", "/base/output/a")).toBe(false);
  expect(matches("write_file(./out/*)", "file.write", "/base/out/a/b")).toBe(false);
  expect(matches("write_file(**/*.md)", "file.write", "/elsewhere/x.md")).toBe(true);
});

test("parseRule() does not let a star cross from host to path", () => {
  expect(matches("http_request(https://*.example.com/**)", "host.send", "https://api.example.com/v1/x")).toBe(
    true,
  );
  expect(
    matches("http_request(https://*.example.com/**)", "host.send", "https://evil.net/.example.com/"),
  ).toBe(false);
});

test("parseRule() lets a star span the words of a command", () => {
  expect(matches("shell(git status*)", "command.run", "git status --short src/a")).toBe(true);
  expect(matches("shell(git status*)", "command.run", "git push")).toBe(false);
});

test.each([
  "",
  "(x)",
  "write file",
  "file.frobnicate(x)",
  "a(b",
  `x(${"*".repeat(50)})`,
  "write_file(../x/**)",
])("parseRule() refuses %j and says what would work", (text) => {
  expect(() => parseRule(text, "deny", { base })).toThrow(/Cannot read the rule/);
});

test("parseRule() treats pattern characters of regular expressions as themselves", () => {
  expect(matches("write_file(./a.(b)+$)", "file.write", "/base/a.(b)+$")).toBe(true);
  expect(matches("write_file(./a.b)", "file.write", "/base/aXb")).toBe(false);
});

test("parseRule() takes a folder with a slash at its end for all that is in it, and composes letters", () => {
  expect(matches("write_file(./out/)", "file.write", "/base/out/a/b")).toBe(true);
  expect(matches("write_file(./e\u0301/**)", "file.write", "/base/\u00e9/a")).toBe(true);
  expect(matches("write_file(/)", "file.write", "/anything")).toBe(false);
});

test("parseRule() follows the links of a pattern that forbids or asks, never of one that allows", () => {
  const truePath = (path: string) => path.replace("/base/link", "/base/real");
  const target = { kind: "file.read", target: "/base/real/a" } as const;
  const covers = (verdict: "allow" | "ask" | "deny", rule: string) =>
    parseRule(rule, verdict, { base, truePath }).argument?.matches(target);
  for (const rule of [
    "file.read(./link/**)",
    "file.read(./link/)",
    "file.read(/base/link/a)",
    "file.read(link/*)",
  ]) {
    expect([covers("deny", rule), covers("ask", rule), covers("allow", rule)]).toEqual([true, true, false]);
  }
  expect(covers("deny", "file.read(**/a)")).toBe(true);
});

test("parseRule() names the file and line of an invalid rule", () => {
  expect(() => parseRule("read file", "deny", { base, file: "dejima.yaml:7" })).toThrow(
    'Cannot read the rule "read file" (dejima.yaml:7): write tool, tool(pattern)',
  );
});

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
