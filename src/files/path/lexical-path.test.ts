import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PERMITTED, REFUSED } from "../../../test/files/path-cases.ts";
import { DejimaError } from "../../contract/error.ts";
import { lexicalPath } from "./lexical-path.ts";

const ROOTS = { workspace: "/w/root", allowed: ["/w/root"] };

function isRefused(path: string, roots = ROOTS): boolean {
  try {
    lexicalPath(path, roots);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(DejimaError);
    expect(error).toMatchObject({ code: "path_blocked" });
    return true;
  }
}

for (const [family, paths] of Object.entries(REFUSED)) {
  test(`lexicalPath() refuses what leads outside under any reading: ${family}`, () => {
    for (const path of paths) expect([path, isRefused(path)]).toEqual([path, true]);
  });
}

test("lexicalPath() gives every harmless path its one spelling", () => {
  for (const [path, spelled] of Object.entries(PERMITTED)) expect(lexicalPath(path, ROOTS)).toBe(spelled);
});

test("lexicalPath() is at rest on what it gives", () => {
  for (const spelled of Object.values(PERMITTED)) expect(lexicalPath(spelled, ROOTS)).toBe(spelled);
});

test("lexicalPath() takes absolute paths in any allowed folder, whatever characters that folder's own name has", () => {
  const roots = { workspace: "/w/a:b", allowed: ["/w/a:b", "/data/$x"] };
  expect(lexicalPath("c", roots)).toBe("/w/a:b/c");
  expect(lexicalPath("/w/a:b/c", roots)).toBe("/w/a:b/c");
  expect(lexicalPath("/data/$x/../$x/y", roots)).toBe("/data/$x/y");
  expect(isRefused("/data/$x/../y", roots)).toBe(true);
  expect(isRefused("/data", roots)).toBe(true);
});

test("lexicalPath() refuses everything when no folder is allowed", () => {
  expect(isRefused("a", { workspace: "/w/root", allowed: [] })).toBe(true);
});

test("lexicalPath() allows all of the disk when its root is allowed, and still no tricks", () => {
  const roots = { workspace: "/w", allowed: ["/"] };
  expect(lexicalPath("/etc/hosts", roots)).toBe("/etc/hosts");
  expect(isRefused("/etc/a\0", roots)).toBe(true);
});

test("lexicalPath() says what is wrong and what would work, without invisible characters", () => {
  expect(() => lexicalPath("../\u202ex", ROOTS)).toThrow(
    'Cannot use "../<U+202E>x": it contains control characters. Use a plain path inside "/w/root"',
  );
});

const SHARED = join(import.meta.dirname, "../../../../shared/data/hostile/paths.jsonl");

test("lexicalPath() gives every line of the hostile paths its verdict", () => {
  if (!existsSync(SHARED)) return console.log("passed over: ../shared/data/hostile/paths.jsonl is not here");
  const lines = readFileSync(SHARED, "utf8").trim().split("\n");
  for (const line of lines) {
    const { input, escapes } = JSON.parse(line);
    expect([input, isRefused(input)]).toEqual([input, escapes]);
  }
});

test("lexicalPath() gives the path it refused as data, too", () => {
  expect(() => lexicalPath("../a", ROOTS)).toThrow(
    expect.objectContaining({ details: { path: "../a", why: "it is outside the allowed folders" } }),
  );
});
