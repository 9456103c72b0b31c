import { expect, test } from "vitest";
import type { Effect } from "../contract/effect.ts";
import { canonicalCommands } from "./canonical-command.ts";
import { explainVerdict } from "./explain.ts";
import { judge } from "./judge.ts";
import { globalLayer } from "./rule-layers.ts";

const call = {
  tool: { name: "shell", aliases: [], category: "code", risk: "medium" },
  effects: [
    { kind: "command.run", target: "touch a" },
    { kind: "file.write", target: "/w" },
  ] satisfies Effect[],
} as const;

const layerOf = (safe: string[]) =>
  globalLayer({ safe, confirm: [], deny: [] }, { base: "/w", lineOf: () => undefined });

const explained = (safe: string[]) => explainVerdict(call, judge(call, [layerOf(safe)]));

test("explainVerdict() suggests a rule for the effect that was refused, and that rule allows it", () => {
  const { verdict, change } = explained(["shell(touch a)"]);
  expect(verdict).toBe("deny");
  expect(change).toEqual([expect.stringContaining("dejima policy allow 'file.write(/w)'")]);
  expect(explained(["shell(touch a)", "file.write(/w)"]).verdict).toBe("allow");
});

test("explainVerdict() suggests no rule that could never match", () => {
  const effects = canonicalCommands("echo ok > out.txt");
  const asked = { ...call, effects };
  const { verdict, change } = explainVerdict(asked, judge(asked, [layerOf([])]));
  expect(verdict).toBe("ask");
  expect(change).toEqual([expect.stringMatching(/^No rule with a pattern can allow it/)]);
});

test("judge() says in one sentence what is turned off and how to turn it on", () => {
  const writing = { ...call, effects: [{ kind: "file.write", target: "/w/a" }] satisfies Effect[] };
  expect(judge(writing, [layerOf([])]).reasons[0]?.message).toBe(
    "file.write /w/a; writing files is turned off here. To turn it on and be asked each time: dejima policy ask shell",
  );
});

test("explainVerdict() suggests no rule that reaches further than the effect", () => {
  const inside = { ...call, effects: [{ kind: "file.write", target: "/w/a" }] satisfies Effect[] };
  expect(judge(inside, [layerOf(["file.write(/w)"])]).verdict).not.toBe("allow");
});

test("explainVerdict() does not say that a rule of permissions.safe stands under permissions.confirm", () => {
  const { verdict, change } = explained(["shell"]);
  expect(verdict).toBe("ask");
  expect(change.join()).toContain('Remove or narrow "shell"');
  expect(change.join()).not.toContain("permissions.confirm");
});
