import { expect, test } from "vitest";
import { parseRule } from "./rule.ts";

const base = "/work";
const matches = (text: string, kind: "file.write" | "host.send" | "command.run", target: string) =>
  parseRule(text, "allow", { base }).argument?.matches({ kind, target });

test("parseRule() scopes paths to the base folder", () => {
  expect(matches("write_file(./out/**)", "file.write", "/work/out/a/b.txt")).toBe(true);
  expect(matches("write_file(out/**)", "file.write", "/work/out/.hidden")).toBe(true);
  expect(matches("write_file(./out/**)", "file.write", "/work/out")).toBe(true);
  expect(matches("write_file(./out/**)", "file.write", "/work/output/a")).toBe(false);
  expect(matches("write_file(./out/*)", "file.write", "/work/out/a/b")).toBe(false);
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
  expect(matches("write_file(./a.(b)+$)", "file.write", "/work/a.(b)+$")).toBe(true);
  expect(matches("write_file(./a.b)", "file.write", "/work/aXb")).toBe(false);
});
