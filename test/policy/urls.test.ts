import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalUrl } from "../../src/policy/canonical-url.ts";
import { judge } from "../../src/policy/judge.ts";
import { globalLayer } from "../../src/policy/rule-layers.ts";

const tool = { name: "fetch", aliases: [], risk: "low" as const, source: "builtin" as const };
const layerOf = (safe: readonly string[], deny: readonly string[]) =>
  globalLayer({ safe, confirm: [], deny }, { base: "/w", lineOf: () => undefined });
const verdictOf = (url: string, layer: ReturnType<typeof layerOf>) =>
  judge({ tool, effects: [{ kind: "host.read", target: canonicalUrl(url) }] }, [layer]).verdict;

const DENY = [
  "host.read(https://a.example/private/**)",
  "fetch(https://internal.example/**)",
  "host.read(https://bücher.example)",
];

test.each([
  "https://a.example/private",
  "https://a.example/private/",
  "https://a.example/private?x=1",
  "https://a.example/%70rivate/x",
  "https://a.example/%2570rivate/x",
  "https://A.EXAMPLE:443/private/x",
  "https://a.example./private/x",
  "http://a.example/private/x",
  "http://a.example:443/private/x",
  "https://a.example:80/private/x",
  "https://a.example//private/x",
  "https://a.example/./private/x",
  "https://a.example/public/../private/x",
  "https://a.example/public/%2e%2e/private/x",
  "https://a.example/public/..%2fprivate/x",
  "https://a.example/public/..%252fprivate/x",
  "https://a.example/public%5c..%5cprivate/x",
  "https://a.example\\private\\x",
  "https://a.example/private%2Fx",
  "https://a.example/private;v=1/x",
  "https://a.example/;/private/x",
  "https://a.example/PRIVATE/x",
  "https://a.example/private./x",
  "https://a.example/private%20/x",
  "https://a.example/%09private/x",
  "https://a.example/private%00.png",
  "https://a.example/private%3F/x",
  "https://a.example/private%2523/x",
  "https://a.example/pri%E2%80%8Bvate/x",
  "https://a.example/ｐrivate/x",
  "https://a.example/%u0070rivate/x",
  "https://a.example/%25u0070rivate/x",
  "https://a.example/%uff50rivate/x",
  "https://a.example/b%u2215..%uff0fprivate/x",
  "https://a.example/%c0%afprivate/x",
  "https://a.example/b/%c0%ae%c0%ae/private/x",
  "https://a.example/b%u002f..%u002fprivate/x",
  "https://a.example/%e0%80%afprivate/x",
  "https://a.example/%f0%80%81%b0rivate/x",
  "https://a.example/b/%e0%80%ae%e0%80%ae/private/x",
  "https://a.example/b/．．/private/x",
  "https://a.example/b/%E2%80%A5/private/x",
  "https://a.example/private::$DATA/x",
  "https://a.example/x/..%00/private/x",
  "https://a.example/x/..%e2%81%84private/x",
  "https://a.example/x/..%e2%88%95private/x",
  "https://a.example/pr\u0131vate/x",
  "https://a.example/PR\u0130VATE/x",
  "https://a.example../private/x",
  "https://internal.example...:443/",
  "https://internal.example/",
  "https://INTERNAL.example:443",
  "https://internal。example/x",
  "https://xn--bcher-kva.example/any/page",
  "https://BÜCHER.example/",
])("a deny rule catches %s", (url) => {
  expect(verdictOf(url, layerOf(["fetch(https://**)"], DENY))).toBe("deny");
});

test.each([
  "https://a.example/privat/x",
  "https://a.example/privately",
  "https://a.example/public/private",
  "https://a.example:8443/private/x",
  "https://b.example/?u=https://a.example/private/x",
  "https://external.example/a%20b;v=1?q=%2Fprivate%2F",
])("and leaves %s alone", (url) => {
  expect(verdictOf(url, layerOf(["fetch(https://**)"], DENY))).toBe("allow");
});

test.each([
  "http://0.0.0.0:8080/x",
  "http://[::]:8080/x",
  "http://0:8080/x",
  "http://127.0.0.1:8080/x",
  "http://127.3.2.1:8080/x",
  "http://localhost:8080/x",
  "http://a.localhost:8080/x",
  "http://ip6-localhost:8080/x",
  "http://[::1]:8080/x",
  "http://[::127.0.0.1]:8080/x",
  "http://[::ffff:127.0.0.1]:8080/x",
  "http://[::ffff:0:127.0.0.1]:8080/x",
  "http://[64:ff9b:1::127.0.0.1]:8080/x",
  "http://[2002:7f00:1::]:8080/x",
])("a rule against this machine catches %s", (url) => {
  for (const host of ["127.0.0.1", "[::1]", "localhost"])
    expect(verdictOf(url, layerOf(["fetch(http://**)"], [`host.read(http://${host}:8080)`]))).toBe("deny");
});

test("an allow rule matches an address only if every way of reading it stays inside", () => {
  const layer = globalLayer(
    { safe: ["fetch(https://a.example/public/**)"], confirm: ["fetch"], deny: [] },
    { base: "/w", lineOf: () => undefined },
  );
  const covered = (url: string) =>
    judge({ tool, effects: [{ kind: "host.read", target: canonicalUrl(url) }] }, [layer]).reasons.some(
      ({ effect }) => effect === "allow",
    );
  for (const url of [
    "https://a.example/public/x",
    "https://a.example/public/a%20b?q=%2F..",
    "https://a.example/public/a%2Fb",
  ])
    expect([url, covered(url)]).toEqual([url, true]);
  for (const url of [
    "https://a.example/public/..%2Fprivate",
    "https://a.example/public/%252e%252e/x",
    "https://a.example/Public/x",
    "http://a.example/public/x",
  ])
    expect([url, covered(url)]).toEqual([url, false]);
});

test("patterns are read like addresses: case, default ports, escapes and names of other scripts make no difference", () => {
  for (const rule of [
    "fetch(HTTPS://A.Example:443/%70rivate/**)",
    "fetch(https://a.example./private/**)",
    "fetch(https://*.EXAMPLE/private/**)",
  ])
    expect([rule, verdictOf("https://a.example/private/x", layerOf([], [rule]))]).toEqual([rule, "deny"]);
});

const spell = (character: string, how: number): string => {
  const code = character.charCodeAt(0).toString(16);
  return (
    [character, character, `%${code}`, `%${code.toUpperCase()}`, `%25${code}`, character.toUpperCase()][
      how % 6
    ] ?? character
  );
};
const between = fc.constantFrom(
  "/",
  "//",
  "/./",
  "/x/../",
  "/%2e/",
  "/%2E%2e/../",
  "%2F",
  "%5C",
  "\\",
  "/;a=b/",
  "%252f",
);
const host = fc.constantFrom(
  "a.example",
  "A.example",
  "a.example.",
  "a.example:443",
  "A.EXAMPLE.:443",
  "ａ.example",
  "a。example",
);

test("no spelling of a denied address is allowed (10,000 made addresses)", () => {
  const layer = layerOf(["fetch(https://**)", "fetch(http://**)", "fetch"], DENY);
  fc.assert(
    fc.property(
      host,
      between,
      fc.array(fc.nat(5), { minLength: 7, maxLength: 7 }),
      between.filter((text) => !text.includes("%2E%2e")),
      fc.constantFrom("", "x", "x/y", "?q", "x?q#f", "..;/private/x"),
      (name, first, how, second, rest) => {
        const word = [..."private"].map((letter, at) => spell(letter, how[at] ?? 0)).join("");
        const start = /^(?:%|\\)/.test(first) && first !== "\\" ? `/${first}` : first;
        const url = `https://${name}${start}${word}${second}${rest}`;
        const verdict = verdictOf(url, layer);
        if (verdict !== "deny") throw new Error(`${verdict}: ${url} ${canonicalUrl(url)}`);
      },
    ),
    { numRuns: 10_000, seed: 14 },
  );
});
