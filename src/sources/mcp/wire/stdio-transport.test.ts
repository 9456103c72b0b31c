import { expect, test } from "vitest";
import { createLineReader, lastErrorLines } from "./stdio-transport.ts";

test("createLineReader() gives whole lines whatever pieces they come in", () => {
  const reader = createLineReader(100);
  const pieces = ["a", "b\nc\r\n\n", "d", "", "e\n"];
  expect(pieces.flatMap((piece) => reader.add(piece))).toEqual(["ab", "c\r", "de"]);
});

test("createLineReader() refuses a line without end and a line too long", () => {
  const endless = createLineReader(10);
  endless.add("12345");
  expect(() => endless.add("678901")).toThrow(/more than 10/);
  expect(() => createLineReader(10).add(`${"x".repeat(11)}\n`)).toThrow(/more than 10/);
});

const MISSING = `node:internal/modules/cjs/loader:1404
  throw err;
  ^

Error: Cannot find module '/workspace/server.js'
    at Function._resolveFilename (node:internal/modules/cjs/loader:1401:15)
    at node:internal/main/run_main_module:36:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v24.1.0
`;

test("lastWords() finds the error among what a program writes when it ends", () => {
  expect(lastErrorLines(MISSING)).toBe("Error: Cannot find module '/workspace/server.js'");
  expect(
    lastErrorLines("Traceback (most recent call last):\n  File \"x\", line 1\nKeyError: 'TOKEN'\n"),
  ).toBe("KeyError: 'TOKEN'");
  expect(lastErrorLines("starting\nGITHUB_TOKEN not found\nbye\n")).toBe("GITHUB_TOKEN not found | bye");
});

test("lastWords() returns the last lines if none mentions an error, and nothing for empty output", () => {
  expect(lastErrorLines("one\ntwo\nthree\nfour\n")).toBe("two | three | four");
  expect(lastErrorLines("\n  \n")).toBe("");
  expect(lastErrorLines("x".repeat(10_000))).toHaveLength(500);
});
