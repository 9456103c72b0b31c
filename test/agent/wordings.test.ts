import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { understand } from "../../src/model/language/offline/understand.ts";
import type { Wish } from "../../src/model/language/offline/wish.ts";

const text = await readFile(new URL("./wordings.tsv", import.meta.url), "utf8");
const lines = text
  .trim()
  .split("\n")
  .map((line) => line.split("\t"));

function shown(wish: Wish): string {
  if (wish.kind === "call") return `${wish.tool} ${JSON.stringify(wish.input)}`;
  if (wish.kind === "answer") return `= ${wish.text.split(" = ").at(-1)}`;
  return `[${wish.what}]`;
}

test("understand() reads hundreds of wordings in English and Chinese as they are meant", () => {
  expect(lines.length).toBeGreaterThan(400);
  const read = lines.map(([message = ""]) => [
    message,
    understand(message, { earlier: [], today: "2026-11-15" }).map(shown).join(" ; "),
  ]);
  expect(read).toEqual(lines);
});
