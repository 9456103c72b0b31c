import { expect, test } from "vitest";
import { canonicalCommands } from "./canonical-command.ts";

const targets = (line: string) => canonicalCommands(line).map(({ target }) => target);
const isOpaque = (line: string) => canonicalCommands(line).some(({ opaque }) => opaque === true);

test("canonicalCommands() gives one spelling to blanks and quotes", () => {
  expect(targets("  git \t status   -s ")).toEqual(["git status -s"]);
  expect(targets(`'git' "status" -s`)).toEqual(["git status -s"]);
  expect(targets("g\\it st'at'us")).toEqual(["git status"]);
});

test("canonicalCommands() splits a line into all that it would run", () => {
  expect(targets("git status && rm -rf x; ls | wc -l & date\nwhoami")).toEqual([
    "git status",
    "rm -rf x",
    "ls",
    "wc -l",
    "date",
    "whoami",
  ]);
});

test.each([
  "git status $(rm -rf /)",
  "git status `rm x`",
  'git status "$HOME"',
  "git status > /etc/passwd",
  "git status <(cat x)",
  "FOO=1 git status",
  "if true; then rm x; fi",
  "eval git status",
  "env git status",
  "sudo git status",
  "bash -c 'rm x'",
  "xargs rm",
  "find . -delete",
  "git 'status",
  'git "status',
  "rm *",
  "git status {a,b}",
  "git status # comment",
  "",
  "   ",
  "git 'a b'",
])("canonicalCommands() marks %j as opaque", (line) => {
  expect(isOpaque(line)).toBe(true);
});

test.each(["git status", "npm test", "ls -la src", "node --version", "git log --oneline -5"])(
  "canonicalCommands() can know %j whole",
  (line) => {
    expect(isOpaque(line)).toBe(false);
  },
);
