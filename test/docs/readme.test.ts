import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");

test("each code block of the README that names a region is that region of a file that runs", () => {
  const blocks = [...read("README.md").matchAll(/<!-- region of (\S+) -->\n```ts\n([\s\S]*?)```/g)];
  expect(blocks.length).toBeGreaterThan(0);
  for (const [, file = "", code = ""] of blocks) {
    const [, region] = /\/\/ region: .*\n([\s\S]*?)\/\/ endregion/.exec(read(file)) ?? [];
    expect(code.trim(), file).toBe(region?.trim());
  }
});

test("every link of the documents to a file of the project leads somewhere", () => {
  const documents = [
    "README.md",
    "CHANGELOG.md",
    ...readdirSync(join(root, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document} -> ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every source file that a document names exists", () => {
  // The comparison names files of other projects.
  const documents = readdirSync(join(root, "docs")).filter(
    (name) => name.endsWith(".md") && name !== "comparison.md",
  );
  const named = documents.flatMap((document) =>
    [
      ...read(`docs/${document}`).matchAll(
        /(?<![\w./-])(?:src|test|console|bench|training)\/[\w./-]+\.(?:tsx?|txt|py)\b/g,
      ),
    ].map(([path]) => `${document} ${path}`),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((line) => !existsSync(join(root, line.split(" ")[1] ?? "")))).toEqual([]);
});

test("what the README links to comes with the package", () => {
  const { files }: { files: readonly string[] } = JSON.parse(read("package.json"));
  const targets = [...read("README.md").matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(
    ([, target = ""]) => target,
  );
  expect(targets.length).toBeGreaterThan(20);
  const comesAlong = (target: string) =>
    files.some((name) => target === name || target.startsWith(`${name}/`)) ||
    /^(?:README|LICENSE|CHANGELOG)/.test(target);
  expect(targets.filter((target) => !comesAlong(target))).toEqual([]);
});

test("the README's comparison is part of the whole one, word for word", () => {
  const rows = (text: string) => text.split("\n").filter((line) => line.startsWith("| "));
  const [, section = ""] = /^## How it compares\n(.*?)^## /ms.exec(read("README.md")) ?? [];
  expect(rows(section).length).toBeGreaterThan(5);
  expect(rows(read("docs/comparison.md"))).toEqual(expect.arrayContaining(rows(section)));
});

test("the README's first program, with a call and a question, has at most ten lines", () => {
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(read("README.md")) ?? [];
  expect(code).toMatch(/execute\([\s\S]*agent\.ask\(/);
  expect(code.split("\n").filter((line) => !/^\s*(?:\/\/.*)?$/.test(line)).length).toBeLessThanOrEqual(10);
});
