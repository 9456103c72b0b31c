import { expect, test } from "vitest";
import { parseRule, reachesFolder, reachesHost } from "./rule.ts";

test("reachesFolder() sees a rule about the folder, about what is above it, and about any part of it", () => {
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

test("parseRule() names the file and line of a rule that is none", () => {
  expect(() => parseRule("read file", "deny", { base, file: "dejima.yaml:7" })).toThrow(
    'Cannot read the rule "read file" (dejima.yaml:7): write tool, tool(pattern)',
  );
});
