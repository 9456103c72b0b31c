import fc from "fast-check";
import { expect, test } from "vitest";
import type { Effect } from "../contract/effect.ts";
import { parseRule } from "./rule.ts";
import { coveringRules, coversArgument, groupRules } from "./rule-group.ts";

const piece = fc.constantFrom("a", "b", "/", "*", "**", "?", "/**", "**/", " ", ".", "https://a.b/", "./");
const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
const rule = fc.record({ pattern: fc.option(pattern), verdict: fc.constantFrom("allow", "ask", "deny") });
const target = fc
  .array(fc.constantFrom("a", "b", "/", " ", ".", "https://a.b/", "/w/"), { maxLength: 6 })
  .map((pieces) => pieces.join(""));
const effect: fc.Arbitrary<Effect> = fc.record(
  {
    kind: fc.constantFrom("file.read", "host.send", "command.run", "env.read"),
    target: fc.oneof(
      target,
      target.map((text) => `/w/${text}`),
    ),
    opaque: fc.constant(true),
  },
  { requiredKeys: ["kind", "target"] },
);

test("groupRules() finds among many rules exactly those that looking at each one finds, in their order", () => {
  const many = fc.array(rule, { minLength: 17, maxLength: 40 });
  fc.assert(
    fc.property(
      many,
      fc.array(fc.option(effect, { nil: undefined }), { minLength: 1, maxLength: 10 }),
      (drawn, effects) => {
        const rules = drawn.map(({ pattern, verdict }) =>
          parseRule(pattern === null || pattern.includes("..") ? "tool" : `tool(${pattern})`, verdict, {
            base: "/w",
          }),
        );
        const group = groupRules(rules);
        for (const held of effects) expect(group.covering(held)).toEqual(coveringRules(rules, held));
      },
    ),
    { numRuns: 500 },
  );
});

test("groupRules() finds the reason to ask about commands that may start others", () => {
  const word = fc.constantFrom(
    "npm",
    "run",
    "env",
    "sh",
    "-c",
    "rm",
    "git",
    "push",
    "-C",
    ".",
    "xargs",
    "make",
    "x",
  );
  const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
  const ruled = fc.record({
    line: fc.oneof(
      line,
      line.map((text) => `${text} *`),
    ),
    verdict: fc.constantFrom("allow", "ask", "deny"),
  });
  fc.assert(
    fc.property(fc.array(ruled, { minLength: 17, maxLength: 40 }), line, (drawn, target) => {
      const rules = drawn.map(({ line, verdict }) => parseRule(`tool(${line})`, verdict, { base: "/w" }));
      const held = { kind: "command.run", target } as const;
      expect(groupRules(rules).covering(held)).toEqual(coveringRules(rules, held));
    }),
    { numRuns: 1000 },
  );
});

test("coversArgument() knows a program by its place when it is forbidden or asked about, never when it is allowed", () => {
  const covers = (verdict: "allow" | "ask" | "deny", target: string, text = "shell(rm *)") =>
    coversArgument(parseRule(text, verdict, { base: "/w" }), { kind: "command.run", target });
  for (const target of ["/bin/rm x", "./rm x", "../bin/rm -rf x"]) {
    expect([target, covers("deny", target), covers("ask", target)]).toEqual([target, true, true]);
    expect([target, covers("allow", target)]).toEqual([target, false]);
  }
  expect(covers("deny", "/bin/rmdir x")).toBe(false);
  expect(covers("deny", "echo /bin/rm x")).toBe(false);
  expect(covers("allow", "/usr/bin/git status", "shell(/usr/bin/git status*)")).toBe(true);
});
