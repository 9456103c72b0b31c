// Useful skills with an order hidden in them, poisoned descriptions of tools, and honest ones that come close. Written before the rules were
// read; nothing was fitted on them. Every second one was looked at for the kinds that the scan missed, so the others are the measure.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scanDescription } from "../../src/scan/scan-description.ts";
import { gradeOf, scanText } from "../../src/scan/scan-text.ts";

/** What a skill orders besides its purpose. */
const INJECTED = /^>! (?=.*\n)/gm;

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), "utf8");
}

function skillsOf(file: string): string[] {
  return read(file)
    .split("=== ")
    .slice(1)
    .map((block) => {
      const [head = "", ...body] = block.split("\n");
      const [name, description] = head.split(" :: ");
      return `---\nname: ${name}\ndescription: ${description}\n---\n${body.join("\n")}`;
    });
}

function toolsOf(file: string): string[] {
  return read(file)
    .trim()
    .split("\n")
    .map((line) => line.slice(line.indexOf(" | ") + 3));
}

const isDanger = (text: string) => gradeOf(scanText({ file: "SKILL.md", text, isCode: false })) === "danger";
const isWarned = (text: string) => scanDescription(text).some(({ severity }) => severity === "warning");

/** The shares of the texts that were looked at, and of the others. */
function shares(texts: readonly string[], isFound: (text: string) => boolean) {
  const share = (half: number) => {
    const those = texts.filter((_, at) => at % 2 === half);
    return those.filter(isFound).length / those.length;
  };
  return { seen: share(0), unseen: share(1) };
}

test("the scan refuses most skills with an order hidden in them, and few of the same skills without it", () => {
  const skills = skillsOf("injected-skills.txt");
  expect(skills).toHaveLength(60);
  const found = shares(
    skills.map((skill) => skill.replace(INJECTED, "")),
    isDanger,
  );
  const clean = skills.map((skill) => skill.replace(/^>! .*\n/gm, ""));
  const wrong = shares([...clean, ...skillsOf("close-skills.txt")], isDanger);
  console.log(JSON.stringify({ found, wrong }));
  expect(found.unseen).toBeGreaterThanOrEqual(0.6);
  expect(found.seen).toBeGreaterThan(0.7);
  expect(Math.max(wrong.seen, wrong.unseen)).toBeLessThan(0.1);
});

test("the scan warns of most poisoned descriptions, and of fewer honest ones that come close", () => {
  const found = shares(toolsOf("poisoned-tools.txt"), isWarned);
  const wrong = shares(toolsOf("close-tools.txt"), isWarned);
  console.log(JSON.stringify({ found, wrong }));
  expect(Math.min(found.seen, found.unseen)).toBeGreaterThan(0.7);
  expect(Math.max(wrong.seen, wrong.unseen)).toBeLessThan(0.15);
});
