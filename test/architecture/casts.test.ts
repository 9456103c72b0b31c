import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

const CAST =
  /(?:[\w)\]}!"]|^\s*) as (?!const\b)(?:[A-Z(|[{]|never\b|string\b|number\b|boolean\b|readonly\b|keyof\b|typeof\b)/;
// An item of a list, at an index that the loop keeps within its bounds.
const ITEM = /\] as (?:number|string)\b/g;
const COMMENT = /\/\/ |^\s*(?:\/\*\*|\*)/;
// They run inside the sandbox and replace functions of Node, whose types say nothing about that.
const WITNESSES = /^src\/sandbox\/(?:witness|trial-\w+)\.ts$/;
const GENERATED = "console/core/api-types.ts";

/** The casts of a file without a comment on the same line, the two lines above, or the line below. */
function castsWithoutReason(text: string): string[] {
  const blanked = (found: string) => found.replace(/[^\n]/g, "");
  const lines = text
    .replace(/^(?:import|export)[^;]*?\bfrom "[^"]*";/gm, blanked)
    .replace(/`[^`]*`/g, blanked)
    .split("\n");
  return lines.filter((line, at) => {
    const code = line
      .replace(/\/\/ .*/, "")
      .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\/\*.*?\*\//g, '""')
      .replace(/\/(?:[^/\\\n[ ]|\\.|\[[^\]]*\])(?:[^/\\\n[]|\\.|\[[^\]]*\])*\/[a-z]*/g, '""')
      .replace(ITEM, "]");
    if (/^\s*(?:\/?\*|\/\/)/.test(line) || !CAST.test(code) || /\[\w+ in .* as /.test(code)) return false;
    return ![line, lines[at - 1], lines[at - 2], lines[at + 1]].some((near = "") => COMMENT.test(near));
  });
}

test("every cast says in a comment why it holds", () => {
  const files = ["src/**/*.ts", "console/**/*.{ts,tsx}"]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !path.endsWith(".test.ts") && path !== GENERATED && !WITNESSES.test(path));
  expect(files.length).toBeGreaterThan(1_000);
  const casts = files.flatMap((path) =>
    castsWithoutReason(readFileSync(`${root}${path}`, "utf8")).map((line) => `${path}: ${line.trim()}`),
  );
  expect(casts).toEqual([]);
});

test("the checker finds planted casts, and passes one with a reason", () => {
  expect(castsWithoutReason("const a = b as Shape;")).toHaveLength(1);
  expect(castsWithoutReason("const a = (b ?? {}) as { c?: unknown };")).toHaveLength(1);
  expect(castsWithoutReason("const a = b as never;")).toHaveLength(1);
  expect(castsWithoutReason("const a = b as Shape; // checked above")).toEqual([]);
  expect(castsWithoutReason("// its own keys\nconst a = Object.keys(b) as Name[];")).toEqual([]);
  expect(castsWithoutReason('import { a as B } from "./c.ts";\nconst d = [1] as const;')).toEqual([]);
  expect(castsWithoutReason("sum += list[at] as number;")).toEqual([]);
});
