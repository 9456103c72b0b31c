import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;

/** Lines of Markdown that nobody can read in one look. The table of layers is one row a folder, as the test of it reads it. */
function longLines(path: string, text: string): string[] {
  const isLayers = path === "docs/architecture.md";
  return text
    .split("\n")
    .filter((line) => [...line].length > 200 && !(isLayers && line.startsWith("|")))
    .map((line) => `${path}: ${line.slice(0, 80)}`);
}

test("no line of a guide is longer than 200 characters", () => {
  const listed = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).split("\n");
  const guides = listed.filter((path) => /^(?:docs\/|[A-Z]+\.md$)/.test(path));
  expect(guides.length).toBeGreaterThan(100);
  expect(guides.flatMap((path) => longLines(path, readFileSync(join(root, path), "utf8")))).toEqual([]);
  expect(longLines("docs/x.md", `short\n${"x".repeat(201)}`)).toHaveLength(1);
});
