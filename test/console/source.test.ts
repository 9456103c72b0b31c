import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errorWords } from "../../console/words/errors.ts";
import { ERROR_CODES } from "../../src/contract/error.ts";

const root = join(import.meta.dirname, "../..");
const files = globSync("console/**/*.{ts,tsx}", { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), "utf8"),
}));

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Imports that reach out of the console for anything but types of the contract and the functions for text from outside. */
function strayImports({ path, text }: SourceFile): string[] {
  return [...text.matchAll(/^import (type )?.*?from "((?:\.\.\/)+[^"]+)"/gm)]
    .filter(([, , target = ""]) => !join(path, "..", target).startsWith("console/"))
    .filter(([, , target = ""]) => !/\/src\/text\//.test(target))
    .filter(([, type, target = ""]) => type === undefined || !/\/src\/contract\//.test(target))
    .map(([line]) => `${path}: ${line}`);
}

/** Words that stand in a component and in no catalogue. */
function strayWords({ path, text }: SourceFile): string[] {
  const shown = [...text.matchAll(/>\s*([A-Za-z][a-z]+(?: [a-z]+)+)[^<>{}=;]*</g)].map(([, words]) => words);
  const said = [...text.matchAll(/\b(?:aria-label|title|placeholder|alt|label)="([A-Za-z][^"]{3,})"/g)];
  return [...shown, ...said.map(([, words]) => words)]
    .filter((words) => words !== "provider:name")
    .map((words) => `${path}: ${words}`);
}

test("the checker sees the console", () => {
  expect(files.length).toBeGreaterThan(80);
});

test("the console imports types of the contract and src/text, and nothing else from outside", () => {
  expect(files.flatMap(strayImports)).toEqual([]);
  expect(
    strayImports({ path: "console/core/x.ts", text: 'import { a } from "../../src/contract/error.ts";' }),
  ).toHaveLength(1);
  expect(
    strayImports({ path: "console/core/x.ts", text: 'import type { a } from "../../src/store/store.ts";' }),
  ).toHaveLength(1);
});

test("no file of the console is longer than 260 lines, except catalogues and the generated types", () => {
  const long = files.filter(
    ({ path, text }) =>
      !path.startsWith("console/words/") &&
      path !== "console/core/api-types.ts" &&
      text.split("\n").length > 261,
  );
  expect(long.map(({ path }) => path)).toEqual([]);
});

test("every error code has words in both languages", () => {
  expect(Object.keys(errorWords).sort()).toEqual([...ERROR_CODES, "unreachable"].sort());
});

test("every text of the console is in a catalogue, in both languages, with the same values", async () => {
  expect(files.filter(({ path }) => path.endsWith(".tsx")).flatMap(strayWords)).toEqual([]);
  expect(strayWords({ path: "x", text: "<p>Some words here</p>" })).toHaveLength(1);
  const used = files
    .filter(({ path }) => !path.startsWith("console/words/"))
    .map(({ text }) => text)
    .join("\n");
  for (const { path } of files.filter(({ path }) => path.startsWith("console/words/"))) {
    const [catalogue] = Object.values<Record<string, { en: string; zh: string }>>(
      await import(join(root, path)),
    );
    for (const [key, { en, zh }] of Object.entries(catalogue ?? {})) {
      const about = `${path}: ${key}`;
      const values = (text: string) =>
        [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
      expect(values(zh), about).toEqual(values(en));
      expect(en, about).not.toBe("");
      expect(
        /[\u4e00-\u9fff]/.test(zh) || zh === en || /English|API|Token/.test(zh),
        `${about} is not Chinese`,
      ).toBe(true);
      // What is keyed by a closed list of the contract is said by the names that come from the server.
      if (!/\/(?:errors|categories|model-states)\.ts$/.test(path))
        expect(new RegExp(`\\b${key}\\b`).test(used), `${about} is said nowhere`).toBe(true);
    }
  }
});
