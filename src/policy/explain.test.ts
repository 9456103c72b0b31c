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

const writing = {
  tool: { name: "write_file", aliases: [], category: "file", risk: "high" },
  effects: [{ kind: "file.write", target: "/w/out/a" }] satisfies Effect[],
} as const;

type Lists = Partial<Record<"safe" | "confirm" | "deny", string[]>>;

const judged = (lists: Lists) =>
  judge(writing, [
    globalLayer(
      { safe: [], confirm: [], deny: [], ...lists },
      { base: "/w", file: "/w/dejima.yaml", lineOf: () => 7 },
    ),
  ]);

const adviceOn = (lists: Lists, files = {}) => explainVerdict(writing, judged(lists), files).change.join();

test("explainVerdict() names the rule that allows, because asking about the whole tool would not ask", () => {
  const rule = "write_file(./out/**)";
  expect(adviceOn({ safe: [rule] })).toBe(
    `To be asked each time: dejima policy ask '${rule}'; to forbid it: dejima policy deny '${rule}'`,
  );
  expect(judged({ safe: [rule], confirm: ["write_file"] }).verdict).toBe("allow");
  expect(judged({ confirm: [rule] }).verdict).toBe("ask");
  expect(judged({ safe: [rule], confirm: [rule] }).verdict).toBe("ask");
  expect(judged({ deny: [rule] }).verdict).toBe("deny");
});

test("explainVerdict() names the command that removes a rule, and the config that holds it", () => {
  const lists = { deny: ["write_file"] };
  const forget = "To remove the rule that forbids it: dejima policy forget 'write_file'";
  expect(adviceOn(lists)).toBe(forget);
  expect(adviceOn(lists, { user: "/w/dejima.yaml" })).toBe(`${forget} --user`);
  expect(adviceOn(lists, { team: "/w/dejima.yaml" })).toBe(`${forget} --team`);
  expect(adviceOn(lists, { user: "/w/dejima" })).toBe(forget);
});

test.each([
  ["write_file", "write_file(/w/out/a)"],
  ["file.write", "file.write(/w/out/a)"],
  ["writing", "write_file(/w/out/a)"],
])("explainVerdict() only suggests a narrower rule where %s asks, and it allows", (rule, exception) => {
  expect(adviceOn({ confirm: [rule] })).toBe(
    `To allow it without a question: dejima policy allow '${exception}'`,
  );
  expect(judged({ confirm: [rule], safe: [exception] }).verdict).toBe("allow");
});

test("explainVerdict() suggests to remove a rule that asks where a narrower one would not help", () => {
  const then = "then: dejima policy allow 'write_file(/w/out/a)'";
  const exception = ["write_file(/w/out/a)"];
  for (const lists of [{ confirm: ["write_file(./out/**)"] }, { safe: ["write_file"] }]) {
    const [rule = ""] = Object.values(lists).flat();
    expect(adviceOn(lists)).toBe(`To allow it without a question: dejima policy forget '${rule}', ${then}`);
    expect(judged({ ...lists, safe: [...(lists.safe ?? []), ...exception] }).verdict).toBe("ask");
  }
  expect(judged({ safe: exception }).verdict).toBe("allow");
});

test("explainVerdict() does not place a rule of permissions.safe under permissions.confirm", () => {
  const { verdict, change } = explained(["shell"]);
  expect(verdict).toBe("ask");
  expect(change.join()).toContain("dejima policy forget 'shell'");
  expect(change.join()).not.toContain("permissions.confirm");
});
