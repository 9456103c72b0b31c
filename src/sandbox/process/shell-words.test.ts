import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteWords } from "./shell-words.ts";

test("quoteWords() gives a shell back exactly the words that went in", () => {
  const word = fc
    .string({ unit: "binary", maxLength: 20 })
    .filter((text) => !text.includes("\0") && text.isWellFormed());
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const printed = execFileSync("/bin/sh", ["-c", `printf '%s\\0' ${quoteWords(words)}`], {
        encoding: "utf8",
      });
      expect(printed.split("\0").slice(0, -1)).toEqual(words);
    }),
    { numRuns: 30 },
  );
});
