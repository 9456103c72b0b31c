import fc from "fast-check";
import { expect, test } from "vitest";
import { processorTime } from "../../test/support/processor-time.ts";
import { compileWildcard, type StarReach, walkWildcard } from "./wildcard.ts";

test("walkWildcard() means what the expression of a pattern means, for 5,000 random patterns and texts", () => {
  const pieces = fc.constantFrom("a", "/", "?", "𝒳", ".");
  const stars = fc.constantFrom("*", "**", "/**", "**/", "");
  const some = fc.array(pieces, { maxLength: 4 }).map((parts) => parts.join(""));
  // One star, so that it is compiled into an expression, and one at the end.
  const pattern = fc
    .tuple(some, stars, some, fc.constantFrom("", "*", "**", "/**"))
    .map((parts) => parts.join(""));
  const text = fc
    .array(fc.constantFrom("a", "/", "𝒳", ".", "\n"), { maxLength: 8 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(pattern, text, fc.constantFrom<StarReach>("segment", "anywhere"), (rule, target, reach) => {
      const expected = compileWildcard(rule, reach)(target);
      expect([rule, target, walkWildcard(rule, reach)(target)]).toEqual([rule, target, expected]);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ["a*b*c", "a-b-c", true],
  ["a*b*c", "a-b-d", false],
  ["**/a/**/b", "x/a/b", true],
  ["**/a/**/b", "a/y/z/b", true],
  ["**/a/**/b", "x/a-/b", false],
  ["/w/*/x/*.ts", "/w/q/x/a.ts", true],
  ["/w/*/x/*.ts", "/w/q/r/x/a.ts", false],
  ["/w/**/x/**", "/w/x", true],
  ["/w/**/x/**", "/w/q/x/y/z", true],
  ["/w/**/x/**", "/w/q/xy", false],
])("compileWildcard() takes several stars: %s and %s", (pattern, text, expected) => {
  expect(compileWildcard(pattern, "segment")(text)).toBe(expected);
});

test("compileWildcard() takes no longer for a pattern that is made to be slow", () => {
  const slow: readonly (readonly [string, string, StarReach])[] = [
    [`${"*a".repeat(19)}*b`, "a".repeat(100_000), "anywhere"],
    ["/**/a/**/a/**/a/**/a/**/b", "/a".repeat(50_000), "segment"],
    ["*?*?*?*?*?*?*?*?*b", "a".repeat(100_000), "segment"],
    ["*a*", "b".repeat(1_000_000), "anywhere"],
    ["**/a/**", "/b".repeat(500_000), "segment"],
  ];
  const started = processorTime();
  for (const [pattern, text, reach] of slow) expect(compileWildcard(pattern, reach)(text)).toBe(false);
  expect(processorTime() - started).toBeLessThan(5_000);
});

test("compileWildcard() refuses patterns without bounds", () => {
  expect(() => compileWildcard("a".repeat(1_001), "segment")).toThrow(/longer than 1000 characters/);
  expect(() => compileWildcard("*".repeat(21), "segment")).toThrow(/more than 20 stars/);
});
