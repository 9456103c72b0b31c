import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EMBEDDED_MODEL_URL } from "../../src/model/embedded/load-embedded-embedder.ts";
import { readModelFile } from "../../src/model/embedded/read-model-file.ts";
import { normalizeText, tokenize } from "../../src/model/embedded/tokenize.ts";

// Written by training/tokens.py over the same vocabulary.
const expected: { text: string; features: string[] }[] = JSON.parse(
  readFileSync(new URL("tokens.json", import.meta.url), "utf8"),
);

test("tokenize() gives the features that the model was trained with", async () => {
  const model = await readModelFile(new Uint8Array(readFileSync(EMBEDDED_MODEL_URL)));
  for (const { text, features } of expected) {
    const rows = tokenize(normalizeText(text, model.simplified), model.vocabulary);
    expect(rows.map((row) => model.vocabulary.wordOf(row))).toEqual(features);
  }
});
