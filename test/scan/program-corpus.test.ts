import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gradeOf, scanTexts } from "../../src/scan/scan-text.ts";

/** Whole skills: a line of purpose and one script. A part begins with `### file | purpose`. The scripts are data, never run. */
function refused(name: string): { readonly share: number; readonly purposes: string[] } {
  const parts = readFileSync(new URL(name, import.meta.url), "utf8")
    .split(/^### /m)
    .slice(1);
  const found = parts.filter((part) => {
    const [head = "", ...lines] = part.split("\n");
    const [file = "", purpose = ""] = head.split(" | ");
    const text = `---\nname: x\ndescription: ${purpose}\n---\n\n# Use\n\nRun \`scripts/${file}\`.\n`;
    const script = { file: `scripts/${file}`, text: lines.join("\n"), isCode: true };
    return gradeOf(scanTexts([{ file: "SKILL.md", text, isCode: false }, script])) === "danger";
  });
  return { share: found.length / parts.length, purposes: found.map((part) => part.split("\n", 1)[0] ?? "") };
}

test("scanTexts() refuses most hostile scripts, whatever way they take", () => {
  expect(refused("programs-hostile.txt").share).toBeGreaterThan(0.9);
});

test("scanTexts() refuses no script that does what its skill is for", () => {
  expect(refused("programs-honest.txt").purposes).toEqual([]);
});
