import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Ask } from "../../src/contract/asking/approval.ts";
import { anAgent, type TestAgent } from "../agent/an-agent.ts";
import { skillMd, yes } from "../skills/skill-world.ts";

const MAY_WRITE = { config: { permissions: { safe: ["write_file(./**)"] } } };

const child = (task: string) => ({
  calls: [{ tool: "run_child_task", input: { task, answer: { type: "boolean" } } }],
});
const write = { calls: [{ tool: "write_file", input: { path: "out.txt", content: "x" } }] };
const look = { calls: [{ tool: "get_skill_info", input: { skill: "viewer" } }] };
const yesText = { text: "true" };
const done = { text: "Done." };

/** Gives an agent a skill that a person has accepted. */
async function give({ workspace, runtime }: TestAgent, name: string, header: string): Promise<void> {
  const folder = join(workspace, "given", name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SKILL.md"), skillMd(name).replace("\n---\n", `\n${header}\n---\n`));
  await runtime.skills.install(folder, { accept: yes });
}

test("a task that a model wrote starts no skill that only users may start", async () => {
  await using agent = await anAgent([child("/deploy now"), yesText, done]);
  await give(agent, "deploy", "disable-model-invocation: true");
  await agent.tell("what is next?");
  expect(agent.events.filter(({ type }) => type === "skill-start")).toEqual([]);
  const own = await agent.tell("/deploy now");
  expect(own.of("skill-start")).toMatchObject([{ skill: "deploy", binds: "everything" }]);
});

test("a child run keeps to the list of the skill that its parent chose", async () => {
  await using agent = await anAgent([look, child("Write the file out.txt"), write, yesText, done], MAY_WRITE);
  await give(agent, "viewer", "allowed-tools: read_file");
  await agent.tell("which day is today?");
  const made = agent.events.flatMap((event) =>
    event.type === "call-end" ? [[event.tool, event.result.ok]] : [],
  );
  expect(made).toEqual([
    ["get_skill_info", true],
    ["write_file", false],
    ["run_child_task", true],
  ]);
  expect(existsSync(join(agent.workspace, "out.txt"))).toBe(false);
});

test("a child run keeps to the rules of the run that started it", async () => {
  await using agent = await anAgent([write, yesText], MAY_WRITE);
  const rules = [{ name: "a client", deny: ["write_file"], confirm: [] }];
  const run = await agent.runtime.openRun({ rules });
  await run.execute("run_child_task", { task: "Write out.txt", answer: { type: "boolean" } });
  expect(existsSync(join(agent.workspace, "out.txt"))).toBe(false);
  await run.end("done");
});

test("a child of an unattended run is unattended, and asks nobody", async () => {
  const ask = () => assert.fail("asked a person");
  const options = { config: { permissions: { confirm: ["write_file"] } }, ask };
  await using agent = await anAgent([write, yesText], options);
  const run = await agent.runtime.openRun({ mode: "unattended" });
  const outcome = await run.execute("run_child_task", { task: "Write", answer: { type: "boolean" } });
  expect(outcome.type).toBe("success");
  const modes = agent.events.flatMap((event) => (event.type === "run-start" ? [event.mode] : []));
  expect(modes).toEqual(["unattended", "unattended"]);
  expect(existsSync(join(agent.workspace, "out.txt"))).toBe(false);
  await run.end("done");
});

test("a grant of a run does not reach its child, nor one of the child its parent", async () => {
  const asked: string[] = [];
  const config = { permissions: { confirm: ["write_file"] } };
  const ask: Ask = async ({ runId }) => {
    asked.push(runId);
    return { answer: "approve", by: "ann", grant: "run" };
  };
  await using agent = await anAgent([write, write, yesText], { config, ask });
  const run = await agent.runtime.openRun();
  const again = () => run.execute("write_file", { path: "out.txt", content: "x" });
  await again();
  await again();
  expect(asked).toEqual([run.id]);
  await run.execute("run_child_task", { task: "Write", answer: { type: "boolean" } });
  // The child asks once for itself, and its grant covers its own second write alone.
  expect(asked).toEqual([run.id, expect.not.stringMatching(run.id)]);
  await again();
  expect(asked).toHaveLength(2);
  const grants = await agent.runtime.grants.list();
  expect(new Set(grants.map(({ runId, terms }) => runId === terms.runId))).toEqual(new Set([true]));
  expect(new Set(grants.map(({ runId }) => runId)).size).toBe(2);
  await run.end("done");
});
