import { expect, test } from "vitest";
import { sha256 } from "./lazy-crypto.ts";
import { pureSha256 } from "./pure-sha256.ts";

test("pureSha256() is the SHA-256 that Node gives, whatever the length and the letters", () => {
  const texts = ["", "abc", "汇率与天气 🌧", "\ud800 alone", "x".repeat(1_000_000)];
  for (let length = 50; length < 130; length++) texts.push("ab".repeat(length).slice(0, length));
  for (const text of texts) expect(pureSha256(text), `${text.length}`).toBe(sha256(text));
});
