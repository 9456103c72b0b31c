import { expect, test } from "vitest";
import type { Ask } from "../../src/contract/asking/approval.ts";
import type { Effect } from "../../src/contract/effect.ts";
import { aRuntime, aTool, outputOf } from "../support/a-runtime.ts";
import { toolsThatRan } from "../support/ran.ts";

const ask: Ask = async () => ({ answer: "approve", by: "ann" });
const command = (effect?: Effect) =>
  aTool({
    name: "command",
    risk: "medium",
    effects: (input) => [effect ?? { kind: "command.run", target: String((input as { line: string }).line) }],
  });
const config = { permissions: { confirm: ["write_file", "delete_file"] } };
const lists = { safe: [], confirm: [], deny: [] };

test("explainCall() says of a past call why it was asked, who agreed, where, and how it ended", async () => {
  await using world = await aRuntime({ tools: [command()], ask });
  const { callId } = await world.runtime.execute("command", { line: "npm test" });
  const past = await world.runtime.policy.explainCall(callId);
  expect(past).toMatchObject({
    tool: "command",
    verdict: "ask",
    reasons: [{ layer: "global", rule: "default for command.run at risk medium" }],
    approvals: [{ answer: "approve", by: "ann", door: "cli" }],
    ended: { result: { ok: true }, policy: { approved: true } },
  });
  const none = world.runtime.policy.explainCall("20261115-104215-k3f9qa.9");
  await expect(none).rejects.toMatchObject({ code: "not_found" });
});

test("test() gives the recorded calls that other rules would judge differently", async () => {
  await using world = await aRuntime({ tools: [command()], ask, config });
  const { runtime } = world;
  await runtime.execute("command", { line: "npm test" });
  await runtime.execute("command", { line: "npm publish" });
  await runtime.execute("current_time");
  const rules = { ...lists, safe: ["command(npm test)"], deny: ["command(npm publish*)"] };
  const { calls, changed } = await runtime.policy.test(rules, { runs: 10 });
  expect(calls).toBe(3);
  expect(changed.map(({ before, after }) => [before, after])).toEqual([
    ["ask", "allow"],
    ["ask", "deny"],
  ]);
  const same = await runtime.policy.test({ ...lists, confirm: ["command"] }, { runs: 10 });
  expect(same.changed).toEqual([]);
});

test("test() keeps what further layers said: untrusted content is still asked about", async () => {
  const web = aTool({ name: "web", flow: { output: "untrusted" } });
  await using world = await aRuntime({ tools: [command(), web], ask });
  await world.runtime.execute("web");
  await world.runtime.execute("command", { line: "npm test" });
  expect(toolsThatRan(world.events)).toEqual(["web", "command"]);
  const rules = { ...lists, safe: ["web", "command(npm test)"] };
  const { changed } = await world.runtime.policy.test(rules, { runs: 10 });
  expect(changed).toEqual([]);
});

test("suggest() proposes the narrowest rules for repeatedly approved calls, and applies none", async () => {
  await using world = await aRuntime({ tools: [command()], ask, config });
  const { runtime } = world;
  for (const line of ["npm test", "npm test", "npm test", "npm run build"])
    outputOf(await runtime.execute("command", { line }));
  for (const name of ["a", "b", "c"])
    outputOf(await runtime.execute("write_file", { path: `out/${name}.txt`, content: "x" }));
  const suggestions = await runtime.policy.suggest({ atLeast: 3 });
  expect(suggestions.map(({ rule, approvals }) => [rule, approvals])).toEqual([
    ["write_file(./out/**)", 3],
    ["command(npm test)", 3],
  ]);
  expect((await runtime.explain("command", { line: "npm test" })).verdict).toBe("ask");
});

const never: readonly Effect[] = [
  { kind: "file.delete", target: "a.txt" },
  { kind: "money.spend", target: "10 EUR" },
  { kind: "message.send", target: "bob" },
  { kind: "command.run", target: "rm -r data" },
  { kind: "command.run", target: "echo $HOME" },
];

for (const effect of never) {
  test(`suggest() never proposes a rule for ${effect.kind} ${effect.target}`, async () => {
    const confirm = { permissions: { confirm: ["command"] } };
    await using world = await aRuntime({ tools: [command(effect)], ask, config: confirm });
    for (let time = 0; time < 4; time++) outputOf(await world.runtime.execute("command", { line: "" }));
    expect(await world.runtime.policy.suggest({ atLeast: 1 })).toEqual([]);
  });
}
