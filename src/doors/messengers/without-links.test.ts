import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutLinks } from "./without-links.ts";

test.each([
  ["see https://evil.example/?d=secret now", "see https[:]//evil[.]example/?d=secret now"],
  ["HTTP://EVIL.COM", "HTTP[:]//EVIL[.]COM"],
  ["evil.com/x", "evil[.]com/x"],
  ["www.evil.com", "www[.]evil[.]com"],
  ["secret.evil.com", "secret[.]evil[.]com"],
  ["c2VjcmV0.evil.sh", "c2VjcmV0[.]evil[.]sh"],
  ["evil.sh/x", "evil[.]sh/x"],
  ["evil。com", "evil[.]com"],
  ["看evil.com吧", "看evil[.]com吧"],
  ["http://127.0.0.1:8080/a", "http[:]//127[.]0[.]0[.]1:8080/a"],
  ["http://localhost/x", "http[:]//localhost/x"],
  ["mail me@evil.com", "mail me@evil[.]com"],
])("withoutLinks() leaves no address in %j", (text, expected) => expect(withoutLinks(text)).toBe(expected));

test.each([
  "notes.txt has 3.5 lines",
  "src/main.rs and ./run.sh",
  "版本 1.2.3",
  "e.g. this. That",
  "a...b",
  "README.md",
])("withoutLinks() leaves %j as it is", (text) => expect(withoutLinks(text)).toBe(text));

test("withoutLinks() leaves no scheme and no host with three labels, in any context: 10,000 texts", () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const host = fc
    .tuple(label, label, fc.constantFrom("com", "sh", "md", "cn", "zip"))
    .map((parts) => parts.join("."));
  const context = fc.constantFrom("", " ", "(", "\n", "<", "。", "[x](", '"', "看");
  fc.assert(
    fc.property(
      context,
      fc.constantFrom("https://", "http://", "ftp://", ""),
      host,
      context,
      (a, scheme, name, b) => {
        const shown = withoutLinks(`${a}${scheme}${name}/p?d=1${b}`);
        expect(shown).not.toContain("://");
        expect(shown).not.toContain(name);
      },
    ),
    { numRuns: 10_000, seed: 7 },
  );
});
