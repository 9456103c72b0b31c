import fc from "fast-check";
import { expect, test } from "vitest";
import { EFFECT_KINDS, type Effect } from "../contract/effect.ts";
import { RISKS } from "../contract/tool.ts";
import { VERDICTS, type VerdictKind } from "../contract/verdict.ts";
import { strictest } from "./defaults.ts";
import { type JudgedCall, judge } from "./judge.ts";
import { createLayer, type Layer } from "./layer.ts";
import { parseRule } from "./rule.ts";

const base = "/base";

function layer(
  otherwise: Layer["otherwise"],
  rules: readonly (readonly [VerdictKind, string])[] = [],
): Layer {
  return createLayer({
    name: "test",
    otherwise,
    rules: rules.map(([verdict, text]) => parseRule(text, verdict, { base })),
  });
}

function call(effects: readonly Effect[], changes: Partial<JudgedCall["tool"]> = {}): JudgedCall {
  return { tool: { name: "write_file", aliases: ["file_write"], risk: "low", ...changes }, effects };
}

const write = (target: string): Effect => ({ kind: "file.write", target });
const read = (target: string): Effect => ({ kind: "file.read", target });
const run = (target: string, opaque?: boolean): Effect =>
  opaque === undefined ? { kind: "command.run", target } : { kind: "command.run", target, opaque };

test("judge() denies when there is no layer at all", () => {
  expect(judge(call([]), []).verdict).toBe("deny");
});

test("judge() by default allows reading, asks for running, and keeps writing, deleting and sending off", () => {
  const defaults = [layer("default")];
  expect(judge(call([read("/base/a")]), defaults).verdict).toBe("allow");
  expect(judge(call([run("ls")]), defaults).verdict).toBe("ask");
  for (const kind of ["file.write", "file.delete", "host.send", "message.send", "money.spend"] as const) {
    expect(judge(call([{ kind, target: "x" }]), defaults).verdict).toBe("deny");
  }
});

test("judge() asks before a file that holds secrets is read, even when a bare rule allows reading", () => {
  expect(judge(call([read("/base/.env")]), [layer("default")]).verdict).toBe("ask");
  expect(judge(call([read("/base/.env")]), [layer("default", [["allow", "write_file"]])]).verdict).toBe(
    "ask",
  );
  expect(judge(call([read("/base/.env.example")]), [layer("default")]).verdict).toBe("allow");
});

test("judge() still asks when a rule enables writing without saying what", () => {
  expect(
    judge(call([write("/base/a")], { risk: "high" }), [layer("default", [["allow", "write_file"]])]).verdict,
  ).toBe("ask");
});

test("judge() allows writing where a rule says what may be written, and nowhere else", () => {
  const layers = [layer("default", [["allow", "write_file(./out/**)"]])];
  expect(judge(call([write("/base/out/a")], { risk: "high" }), layers).verdict).toBe("allow");
  expect(judge(call([write("/base/a")], { risk: "high" }), layers).verdict).toBe("deny");
  expect(judge(call([write("/base/out/a"), write("/base/b")], { risk: "high" }), layers).verdict).toBe(
    "deny",
  );
});

test("judge() hears a rule under any name of the tool", () => {
  const layers = [layer("default", [["deny", "file_write"]])];
  expect(judge(call([read("/base/a")]), layers).verdict).toBe("deny");
});

test("judge() hears rules on effects whatever the tool", () => {
  const layers = [layer("default", [["deny", "file.read(./private/**)"]])];
  expect(judge(call([read("/base/private/x")], { name: "grep" }), layers).verdict).toBe("deny");
  expect(judge(call([read("/base/public/x")], { name: "grep" }), layers).verdict).toBe("allow");
});

test("judge() lets no pattern vouch for a command that cannot be known whole, and lets deny look inside it", () => {
  const layers = [
    layer("default", [
      ["allow", "shell(git *)"],
      ["deny", "shell(rm *)"],
    ]),
  ];
  const shell = { name: "shell", aliases: [], risk: "medium" as const };
  expect(judge(call([run("git status")], shell), layers).verdict).toBe("allow");
  expect(judge(call([run("git status $(x)", true)], shell), layers).verdict).toBe("ask");
  expect(judge(call([run("git status $(rm -rf y)", true)], shell), layers).verdict).toBe("deny");
  expect(judge(call([run("git status"), run("rm x")], shell), layers).verdict).toBe("deny");
});

test("judge() treats a skill's list as all that may be done", () => {
  const layers = [layer("default"), layer("deny", [["allow", "read_file"]])];
  expect(judge(call([read("/base/a")], { name: "read_file", aliases: [] }), layers).verdict).toBe("allow");
  expect(judge(call([read("/base/a")], { name: "grep", aliases: [] }), layers).verdict).toBe("deny");
});

test("judge() names the layer, the rule and the file of every reason", () => {
  const rule = parseRule("write_file", "deny", { base, file: "dejima.yaml:7" });
  const { reasons } = judge(call([write("/base/a")]), [
    createLayer({ name: "global", otherwise: "default", rules: [rule] }),
  ]);
  expect(reasons).toEqual([
    {
      layer: "global",
      rule: "write_file",
      effect: "deny",
      message: "file.write /base/a",
      file: "dejima.yaml:7",
    },
  ]);
});

const anyEffect = fc.record({
  kind: fc.constantFrom(...EFFECT_KINDS),
  target: fc.constantFrom(
    "/base/a",
    "/base/out/b",
    "/base/.env",
    "https://x.example/",
    "git status",
    "rm -rf x",
  ),
  opaque: fc.boolean(),
});
const anyRule = fc.tuple(
  fc.constantFrom(...VERDICTS),
  fc.constantFrom(
    "write_file",
    "file_write",
    "*",
    "write_*",
    "file.read",
    "file.write(./out/**)",
    "write_file(**)",
    "shell(git *)",
    "command.run(git status)",
    "write_file(https://**)",
  ),
);
const anyLayer = fc
  .record({
    otherwise: fc.constantFrom("default", "allow", "deny"),
    rules: fc.array(anyRule, { maxLength: 6 }),
  })
  .map(({ otherwise, rules }) => layer(otherwise as Layer["otherwise"], rules));
const anyCall = fc
  .record({ risk: fc.constantFrom(...RISKS), effects: fc.array(anyEffect, { maxLength: 4 }) })
  .map(({ risk, effects }) => call(effects, { risk }));

test("judge() never loosens with a further layer, at any position (10,000 layer sets)", () => {
  fc.assert(
    fc.property(
      anyCall,
      fc.array(anyLayer, { minLength: 1, maxLength: 4 }),
      anyLayer,
      fc.nat(),
      (judged, layers, added, at) => {
        const before = judge(judged, layers).verdict;
        const after = judge(judged, layers.toSpliced(at % (layers.length + 1), 0, added)).verdict;
        return strictest(before, after) === after;
      },
    ),
    { numRuns: 10_000 },
  );
});

test("judge() never loosens with a further effect", () => {
  fc.assert(
    fc.property(
      anyCall,
      fc.array(anyLayer, { minLength: 1, maxLength: 3 }),
      anyEffect,
      (judged, layers, added) => {
        if (judged.effects.length === 0) return true;
        const before = judge(judged, layers).verdict;
        const after = judge({ ...judged, effects: [...judged.effects, added] }, layers).verdict;
        return strictest(before, after) === after;
      },
    ),
    { numRuns: 5_000 },
  );
});

test("judge() gives the strictest of its reasons", () => {
  fc.assert(
    fc.property(anyCall, fc.array(anyLayer, { minLength: 1, maxLength: 4 }), (judged, layers) => {
      const { verdict, reasons } = judge(judged, layers);
      return reasons.reduce<VerdictKind>((held, { effect }) => strictest(held, effect), "allow") === verdict;
    }),
    { numRuns: 3_000 },
  );
});
