import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Intent } from "../../src/model/language/offline/intent.ts";
import { understand } from "../../src/model/language/offline/understand.ts";

const text = await readFile(new URL("./wordings.tsv", import.meta.url), "utf8");
const lines = text
  .trim()
  .split("\n")
  .map((line) => line.split("\t"));

function shown(intent: Intent): string {
  if (intent.kind === "call") return `${intent.tool} ${JSON.stringify(intent.input)}`;
  if (intent.kind === "answer") return `= ${intent.text.split(" = ").at(-1)}`;
  return `[${intent.what}]`;
}

test("understand() reads hundreds of wordings in English and Chinese as they are meant", () => {
  expect(lines.length).toBeGreaterThan(400);
  const read = lines.map(([message = ""]) => [
    message,
    understand(message, { earlier: [], today: "2026-11-15" }).map(shown).join(" ; "),
  ]);
  expect(read).toEqual(lines);
});
