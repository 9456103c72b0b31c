import { posix, win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { processorTime } from "../../../test/support/processor-time.ts";
import { isInside } from "../../support/paths.ts";
import { lexicalPath } from "./lexical-path.ts";
import { pathReadings } from "./path-readings.ts";

const ROOTS = { workspace: "/w/root", allowed: ["/w/root"] };

const PIECES = [
  ..."./\\.~$%:;& \t%",
  ...[
    "..",
    "../",
    "..\\",
    "%2e",
    "%2f",
    "%5c",
    "%25",
    "%252e",
    "%c0%ae",
    "%c0%af",
    "%e0%80%af",
    "%u002e",
    "%00",
    "C:",
  ],
  ...[
    "\uff0e",
    "\u2024",
    "\u2025",
    "\uff0f",
    "\u2215",
    "\u2044",
    "\uff3c",
    "\u200b",
    "\u00a0",
    "&#46;",
    "\\x2e",
    "..;",
  ],
  ...[
    "a",
    "b.txt",
    "/w/root/",
    "/w/",
    "root",
    "nul",
    "con.txt",
    "~x",
    "$HOME",
    "${X}",
    "%TEMP%",
    "目录",
    "e\u0301",
    "...",
  ],
];

test("lexicalPath() lets nothing through that another program would take outside", () => {
  const paths = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(paths, (path) => {
      let spelled: string;
      try {
        spelled = lexicalPath(path, ROOTS);
      } catch {
        return;
      }
      expect(isInside(spelled, "/w/root")).toBe(true);
      expect(lexicalPath(spelled, ROOTS)).toBe(spelled);
      for (const reading of readingsOfOthers(path)) {
        expect([path, isInside(posix.resolve("/w/root", reading), "/w/root")]).toEqual([path, true]);
        const onWindows = win32.resolve("C:\\w\\root", reading);
        expect([path, onWindows === "C:\\w\\root" || onWindows.startsWith("C:\\w\\root\\")]).toEqual([
          path,
          true,
        ]);
      }
    }),
    { numRuns: 5000 },
  );
});

/** What the decoders and path libraries of others make of a path. */
function readingsOfOthers(path: string): string[] {
  const once = decodeOrKeep(path);
  const twice = decodeOrKeep(once);
  const texts = [path, once, twice, path.trim(), decodeURI(encodeURI(path.toWellFormed()))];
  return texts.flatMap((text) => [
    text,
    text.normalize("NFKC"),
    text.normalize("NFD"),
    text.replaceAll("\\", "/"),
  ]);
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

test("pathReadings() takes no longer for texts made to be slow", () => {
  const started = processorTime();
  for (const piece of [
    "%25",
    "%2525",
    "&#37;",
    "\\x25",
    "%c0",
    "\u200b%",
    "%a",
    ". ",
    ";",
    "À®",
    "\uff0e",
    "$A",
  ]) {
    pathReadings(piece.repeat(Math.floor(4000 / piece.length)));
  }
  expect(processorTime() - started).toBeLessThan(2000);
});
