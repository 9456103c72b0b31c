// Orders inside of long real skills, poisoned descriptions, and honest ones that come close. Written before the rules were read, and
// measured before and after: no rule was changed for them.
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scanDescription } from "../../src/scan/scan-description.ts";
import { gradeOf, scanText } from "../../src/scan/scan-text.ts";

const LISTS = new Map(
  readFileSync(new URL("inserted-orders.txt", import.meta.url), "utf8")
    .split("=== ")
    .slice(1)
    .map((block) => {
      const [name = "", ...lines] = block.trim().split("\n");
      return [name, lines] as const;
    }),
);
const linesOf = (name: string) => LISTS.get(name) ?? [];

const skills = new URL("../../../shared/data/hostile/benign_skills.jsonl", import.meta.url);
const hosts = existsSync(skills)
  ? readFileSync(skills, "utf8")
      .trim()
      .split("\n")
      .map((line) => String(JSON.parse(line).text))
      .filter((text) => text.length > 800)
  : [];

const isDanger = (text: string) => gradeOf(scanText({ file: "SKILL.md", text, isCode: false })) === "danger";
const isWarned = (text: string) => scanDescription(text).some(({ severity }) => severity === "warning");
const found = (texts: readonly string[], test: (text: string) => boolean) => texts.filter(test).length;

/** The text of a real skill with a paragraph added between two others, never in code. */
function inserted(paragraph: string, at: number): string {
  const host = hosts[(at * 3) % hosts.length] ?? "";
  const blocks = host.split("\n\n");
  const isText = (end: number) =>
    (blocks
      .slice(0, end)
      .join("\n")
      .match(/^\s*```/gm)?.length ?? 0) %
      2 ===
    0;
  const places = blocks.map((_, index) => index).filter((index) => index > 0 && isText(index));
  const place = places[Math.floor((places.length * ((at * 7) % 10)) / 10)] ?? blocks.length;
  return blocks.toSpliced(place, 0, at % 2 === 0 ? paragraph : `- ${paragraph}`).join("\n\n");
}

test.skipIf(hosts.length === 0)("the scan refuses most long real skills with an order put into them", () => {
  expect(linesOf("skills")).toHaveLength(40);
  const bad = found(linesOf("skills").map(inserted), isDanger);
  const wrong = found(linesOf("close skills").map(inserted), isDanger);
  console.log(JSON.stringify({ bad, wrong, real: found(hosts, isDanger), of: hosts.length }));
  expect(bad).toBeGreaterThanOrEqual(24);
  expect(wrong).toBeLessThanOrEqual(4);
  expect(found(hosts, isDanger) / hosts.length).toBeLessThanOrEqual(0.01);
});

test("the scan warns of most descriptions poisoned by another hand, and of few that come close", () => {
  const bad = found(linesOf("tools"), isWarned);
  const wrong = found(linesOf("close tools"), isWarned);
  console.log(JSON.stringify({ bad, wrong }));
  expect(bad).toBeGreaterThanOrEqual(30);
  expect(wrong).toBeLessThanOrEqual(4);
});
