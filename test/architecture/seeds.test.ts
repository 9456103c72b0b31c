import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const list = readFileSync(join(root, "docs/seeds.md"), "utf8");

const ROW = /^- (.+?) \\\n {2}\[[^\]]+\]\(([^)]+)\)(?:: (.+))?$/;

/** The rows of the list that lead nowhere: no such file, or no test of that name in it. */
function deadRows(text: string, read: (path: string) => string | undefined): string[] {
  return rowsOf(text).flatMap((row) => {
    const [, , target = "", name] = ROW.exec(row) ?? [];
    const path = join("docs", target);
    const source = target === "" ? undefined : read(path);
    if (source === undefined) return [`${row} -> no file ${path}`];
    const isDecision = path.startsWith("docs/decisions/");
    if (isDecision ? name === undefined : hasTest(source, name)) return [];
    return [`${row} -> no test of that name in ${path}: name the test that shows this now`];
  });
}

function rowsOf(text: string): string[] {
  return text.match(/^- .*(?:\n {2}.*)*/gm) ?? [];
}

/** Whether a test has exactly this name, as it is written in the source. */
function hasTest(source: string, name: string | undefined): boolean {
  return name !== undefined && ['"', "'", "`"].some((quote) => source.includes(`${quote}${name}${quote},`));
}

const readFile = (path: string) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;

test("every row of docs/seeds.md leads to a test or a decision that exists", () => {
  expect(rowsOf(list).length).toBeGreaterThan(170);
  expect(deadRows(list, readFile)).toEqual([]);
});

test("every seed has its rows, and no requirement appears twice", () => {
  const sections = list.split(/^## /m).slice(1);
  expect(sections.map((section) => section[0])).toEqual(["K", "A", "R", "P", "S"]);
  for (const section of sections) {
    const asked = rowsOf(section).map((row) => ROW.exec(row)?.[1]);
    expect(asked.length).toBeGreaterThan(30);
    expect(new Set(asked).size, section.slice(0, 40)).toBe(asked.length);
  }
});

test("the checker finds a planted row without a file, without its test, and without a link", () => {
  const planted = [
    "- a \\\n  [x.test.ts](../test/x.test.ts): it works",
    "- b \\\n  [x.test.ts](../test/x.test.ts): it never worked",
    "- c \\\n  [gone.test.ts](../test/gone.test.ts): it works",
    "- d \\\n  [x.test.ts](../test/x.test.ts)",
    "- e \\\n  somebody said so",
    "- f \\\n  [decision 1](decisions/0001-x.md)",
  ].join("\n");
  const sources = new Map([
    ["test/x.test.ts", 'test("it works", () => {})'],
    ["docs/decisions/0001-x.md", "# 0001"],
  ]);
  const dead = deadRows(planted, (path) => sources.get(path));
  expect(dead.map((row) => row[2])).toEqual(["b", "c", "d", "e"]);
});
