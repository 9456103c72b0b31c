import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sha256 } from "../../src/support/lazy-crypto.ts";

const SETS = fileURLToPath(new URL("../../../shared/data/retrieval", import.meta.url));
const TRAINING = new URL("../../training/", import.meta.url);

const trained = readFingerprints();

test("the fingerprints hold the lines that the model was trained with", () => {
  expect(trained.size).toBeGreaterThan(300_000);
  const [line = ""] = readFileSync(new URL("written.txt", TRAINING), "utf8").split("\n").slice(1);
  expect(isTrained(line.split("|")[1] ?? "")).toBe(true);
  expect(isTrained("no line of the corpus says precisely this")).toBe(false);
});

test("no tool and no request of the sets was trained with", (context) => {
  if (!existsSync(SETS)) {
    console.log(`Passed over: there are no sets in ${SETS}`);
    context.skip("the sets are not here");
  }
  const found: string[] = [];
  let looked = 0;
  for (const set of readdirSync(SETS))
    for (const file of readdirSync(`${SETS}/${set}`).filter((name) => name.endsWith(".jsonl")))
      for (const line of readFileSync(`${SETS}/${set}/${file}`, "utf8").split("\n").filter(Boolean)) {
        const { text, description } = JSON.parse(line) as { text?: string; description?: string };
        for (const sentence of sentences(text ?? description ?? "")) {
          looked++;
          if (isTrained(sentence)) found.push(`${set}: ${sentence}`);
        }
      }
  expect(looked).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
});

/** The whole and its sentences; very short ones are everyday words and no sign of anything. */
function sentences(text: string): string[] {
  return [text, ...text.split(/(?<=[.!?。！？])\s*|\n/u)].filter(
    (part) => fold(part).length >= (/[\u4e00-\u9fff]/u.test(part) ? 6 : 16),
  );
}

function isTrained(text: string): boolean {
  return trained.has(Number.parseInt(sha256(fold(text)).slice(0, 10), 16));
}

function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function readFingerprints(): Set<number> {
  const found = new Set<number>();
  let value = 0;
  let gap = 0;
  let factor = 1;
  for (const byte of readFileSync(new URL("corpus.fingerprints", TRAINING))) {
    gap += (byte & 127) * factor;
    factor *= 128;
    if (byte >= 128) continue;
    value += gap;
    found.add(value);
    gap = 0;
    factor = 1;
  }
  return found;
}
