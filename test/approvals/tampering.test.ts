import assert from "node:assert/strict";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Tool } from "../../src/contract/tool.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aRuntime, aTool, outputOf } from "../support/a-runtime.ts";
import { nextQuestion } from "./next-question.ts";

const deploy = (fields: { description?: string; run?: () => unknown } = {}): Tool =>
  aTool({
    name: "deploy",
    risk: "medium",
    input: z.object({ place: z.string() }),
    effects: () => [{ kind: "command.run", target: "sh deploy.sh" }],
    run: () => "deployed",
    ...fields,
  });
const ran = () => assert.fail("ran");

/** A call that was approved after its process had gone, and what resuming it comes to. */
async function approvedAndGone() {
  const world = await aRuntime({ tools: [deploy()], park: "wait", files: { "deploy.sh": "echo one" } });
  const question = nextQuestion(world.runtime);
  const call = world.runtime.execute("deploy", { place: "test" });
  const { id, hash } = await question;
  await world.runtime.close();
  await call;
  const answering = createRuntime({ workspace: world.workspace, home: world.home, tools: [deploy()] });
  await answering.approvals.answer(id, { answer: "approve", by: "ann", door: "cli" });
  await answering.close();
  return {
    id,
    hash,
    workspace: world.workspace,
    async resume(tool: Tool, workspace = world.workspace) {
      const later = createRuntime({ workspace, home: world.home, tools: [tool] });
      try {
        return await later.resumeApproved(id);
      } finally {
        await later.close();
      }
    },
    change(fields: object) {
      const database = new DatabaseSync(join(world.home, "dejima.db"));
      const row = database.prepare("SELECT json FROM approvals WHERE id = ?").get(id);
      const json = JSON.stringify({ ...JSON.parse(String(row?.json)), ...fields });
      database.prepare("UPDATE approvals SET json = ? WHERE id = ?").run(json, id);
      database.close();
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const refused = { type: "failure", error: { code: "approval_required" } };

test("an approved call that is as it was shown is resumed", async () => {
  await using world = await approvedAndGone();
  expect(outputOf(await world.resume(deploy()))).toBe("deployed");
});

test("an approved call whose input was changed is refused", async () => {
  await using world = await approvedAndGone();
  world.change({ input: { place: "production" } });
  expect(await world.resume(deploy({ run: ran }))).toMatchObject(refused);
});

test("an approved call with changed input and hash is refused: the log has the original question", async () => {
  await using world = await approvedAndGone();
  world.change({ input: { place: "production" }, hash: "0".repeat(64) });
  await expect(world.resume(deploy({ run: ran }))).rejects.toMatchObject({ code: "conflict" });
});

test("an approved call whose script was changed is refused", async () => {
  await using world = await approvedAndGone();
  await writeFile(join(world.workspace, "deploy.sh"), "echo two");
  expect(await world.resume(deploy({ run: ran }))).toMatchObject(refused);
});

test("an approved call of a tool whose definition was changed is refused", async () => {
  await using world = await approvedAndGone();
  expect(await world.resume(deploy({ description: "Deploys elsewhere.", run: ran }))).toMatchObject(refused);
});

test("an approved call is refused in another folder, with the same script", async () => {
  await using world = await approvedAndGone();
  const other = await realpath(await mkdtemp(join(tmpdir(), "dejima-other-")));
  await writeFile(join(other, "deploy.sh"), "echo one");
  expect(await world.resume(deploy({ run: ran }), other)).toMatchObject(refused);
  await rm(other, { recursive: true, maxRetries: 20, retryDelay: 100 });
});

test("a call that a new rule denies is not run, although it was approved before", async () => {
  await using world = await approvedAndGone();
  const config = { permissions: { deny: ["deploy"] } };
  const later = createRuntime({
    workspace: world.workspace,
    home: ".dejima",
    tools: [deploy({ run: ran })],
    config,
  });
  expect(await later.resumeApproved(world.id)).toMatchObject({ error: { code: "tool_not_allowed" } });
  await later.close();
});
