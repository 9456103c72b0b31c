import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMAND_LINES } from "../surface/pins.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const jobs = /^## Five jobs.*?(?=^## )/ms.exec(read("docs/comparison.md"))?.[0] ?? "";

test("the lines that the comparison counts are those of the example that runs", () => {
  const region = /\/\/ region: ask-a-person\n(.*?)\/\/ endregion/s.exec(
    read("examples/14-ask-a-person.ts"),
  )?.[1];
  const lines = (region ?? "").split("\n").filter((line) => !/^\s*(?:\/\/.*)?$/.test(line));
  expect(/Dejima: (\d+) lines \(\[`14-ask-a-person.ts`\]/.exec(jobs)?.[1]).toBe(String(lines.length));
  expect(/^\| a tool of your own.*?\| (\d+) lines \|/m.exec(jobs)?.[1]).toBe(String(lines.length));
});

test("each command in the comparison exists, and takes one line", () => {
  const named = [...jobs.matchAll(/`(dejima [a-z][^`]*)`/g)].map(([, command = ""]) => command);
  expect(named.length).toBeGreaterThan(3);
  for (const command of named) {
    const words = command.split(" ").slice(1);
    const known = COMMAND_LINES.some((usage) => {
      const path = usage.split(" ").filter((word) => /^[a-z-]+$/.test(word) && !word.startsWith("--"));
      return path.every((word, at) => words[at] === word);
    });
    expect([command, known]).toEqual([command, true]);
  }
});
