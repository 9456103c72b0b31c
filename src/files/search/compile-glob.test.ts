import { expect, test } from "vitest";
import { processorTime } from "../../../test/support/processor-time.ts";
import { compileGlob } from "./compile-glob.ts";

const CASES: readonly [glob: string, matches: readonly string[], others: readonly string[]][] = [
  ["*.ts", ["a.ts", "x/y/a.ts", ".ts"], ["a.tsx", "ts"]],
  ["src/*.ts", ["src/a.ts"], ["src/x/a.ts", "a.ts", "x/src/a.ts"]],
  ["src/**", ["src/a", "src/a/b"], ["src", "srcs/a"]],
  ["**/a", ["a", "x/a", "x/y/a"], ["xa", "a/b"]],
  ["x/**/z", ["x/z", "x/y/z", "x/a/b/z"], ["xz", "x/yz"]],
  ["./a/b", ["a/b"], ["b"]],
  ["/a", ["a"], ["x/a"]],
  ["a?c", ["abc"], ["ac", "a/c"]],
  ["[a-c]1", ["b1"], ["d1"]],
  ["[!a-c]1", ["d1"], ["b1"]],
  ["[^a]1", ["b1"], ["a1"]],
  ["[]]x", ["]x"], ["[x"]],
  ["[", ["["], []],
  ["a{b,c{d,e}}f", ["abf", "acdf", "acef"], ["acf"]],
  ["{a,}b", ["ab", "b"], []],
  ["\\*x", ["*x"], ["ax"]],
  ["a.b+c(d)|e$", ["a.b+c(d)|e$"], ["axb+c(d)|e$"]],
  ["文*", ["文件", "x/文"], ["件"]],
  ["[\\d]", ["\\", "d"], ["1"]],
  ["a,b}", ["a,b}"], []],
];

for (const [glob, matches, others] of CASES) {
  test(`compileGlob() reads ${glob}`, () => {
    const test = compileGlob(glob);
    expect(matches.filter((path) => !test(path))).toEqual([]);
    expect(others.filter(test)).toEqual([]);
  });
}

test("compileGlob() takes no longer for globs made to be slow", () => {
  const started = processorTime();
  compileGlob(`${"*a".repeat(100)}b`)("a".repeat(255));
  compileGlob(`${"**/".repeat(100)}b`)("a/".repeat(1000));
  expect(processorTime() - started).toBeLessThan(2000);
});

test("compileGlob() refuses globs that are none", () => {
  for (const glob of ["{a", "[z-a]", "{{{{{{{{a}}}}}}}}", "a".repeat(1001)]) {
    expect(() => compileGlob(glob)).toThrow(/^Cannot use the pattern/);
  }
});
