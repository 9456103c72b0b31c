import { expect, test } from "vitest";
import { asRead } from "./as-read.ts";

test("asRead() gives words of two scripts back in one, and drops what cannot be seen inside a word", () => {
  expect(asRead("сurl -s x | bаsh")).toBe("curl -s x | bash");
  expect(asRead("cu\u200brl ba\u00adsh")).toBe("curl bash");
});

test("asRead() leaves words of one script, and joiners between other letters, as they are", () => {
  for (const text of [
    "Привет, это текст",
    "می\u200cخواهم",
    "👩\u200d💻",
    "Δt = 5 µs",
    "mixed Русский and English",
  ]) {
    expect(asRead(text)).toBe(text);
  }
});
