import fc from "fast-check";
import { expect, test } from "vitest";
import { plainAddress, plainEscapes } from "./plain-address.ts";

test("plainEscapes() decodes every escape of a letter, a digit or one of -._~, and writes the others in upper case", () => {
  for (let code = 0; code < 256; code++) {
    const character = String.fromCharCode(code);
    const upper = `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
    const plain = /[A-Za-z0-9._~-]/.test(character) ? character : upper;
    for (const spelled of [upper, upper.toLowerCase()])
      expect(plainEscapes(`a${spelled}%7B`)).toBe(`a${plain}%7B`);
  }
  expect(plainEscapes("%aF%G1%4")).toBe("%AF%25G1%254");
});

test.each([
  ["/admin/%%32e%%32e/z", "/admin/%252e%252e/z"],
  ["/admin/.%%32e/z", "/admin/.%252e/z"],
  ["/admin/%2%65%2%65/z", "/admin/%252e%252e/z"],
  ["/100%?rate=5%", "/100%25?rate=5%25"],
  ["/a?#b", "/a"],
])("plainAddress() writes %s as %s", (spelled, plain) => {
  expect(plainAddress(new URL(spelled, "https://a.test")).href).toBe(`https://a.test${plain}`);
});

test("plainAddress() has one spelling for an address, which stays when it is read again (20,000 generated addresses)", () => {
  const piece = fc.constantFrom(
    ...[
      "%",
      "%2",
      "%25",
      "%2e",
      "%32",
      "%65",
      "%2F",
      "%5c",
      "%41",
      "e",
      "E",
      "2",
      ".",
      "..",
      "/",
      "\\",
      "?",
      "#",
      "a",
      "é",
      " ",
      "~",
      "%zz",
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const once = plainAddress(new URL(`https://a.test/b/${pieces.join("")}`));
      const again = plainAddress(new URL(once.href));
      expect(again.href).toBe(once.href);
      // Decoding leaves as many folders as there were: no segment appears or goes.
      expect(once.pathname.split("/").length).toBe(
        new URL(`https://a.test/b/${pieces.join("")}`).pathname.split("/").length,
      );
    }),
    { numRuns: 20_000, seed: 41 },
  );
});
