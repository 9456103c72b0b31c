import { lstatSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RuntimeOptions } from "../../src/runtime.ts";
import { hasPostgres } from "../store/a-postgres.ts";
import { aRuntime, aTool, errorOf, outputOf } from "../support/a-runtime.ts";
import { aTeam, type SentEvent, say, type TeamNode } from "./a-team.ts";

const config: NonNullable<RuntimeOptions["config"]> = {
  workspaces: "per-conversation",
  permissions: {
    safe: ["write_file(./**)", "read_file(./**)", "list_files(./**)", "shell(*)"],
    deny: ["write_file(./kept/**)", "read_file(./kept/**)"],
  },
};

async function aPlace(more: RuntimeOptions["config"] = {}) {
  const made = await aRuntime({ config: { ...config, ...more } });
  onTestFinished(() => made[Symbol.asyncDispose]());
  const { runtime, workspace } = made;
  const call = async (run: { conversation?: string; user?: string }, tool: string, input: unknown) => {
    const opened = await runtime.openRun({ mode: "interactive", ...run });
    const outcome = await opened.execute({ tool, input });
    await opened.end("done");
    return outcome;
  };
  return { ...made, call, folders: () => readdirSync(join(workspace, "conversations")) };
}

test("each conversation has a folder of its own, for all of its runs and for nobody else's", async () => {
  const { workspace, call, folders } = await aPlace();
  expect(
    outputOf(await call({ conversation: "a" }, "write_file", { path: "notes.txt", content: "of a" })),
  ).toBeDefined();
  const [folder = ""] = folders();
  expect(lstatSync(join(workspace, "conversations", folder)).mode & 0o777).toBe(0o700);
  expect(JSON.stringify(await call({ conversation: "a" }, "read_file", { path: "notes.txt" }))).toContain(
    "of a",
  );
  expect(errorOf(await call({ conversation: "b" }, "read_file", { path: "notes.txt" })).code).toBe(
    "io_error",
  );
  for (const path of [
    `../${folder}/notes.txt`,
    join(workspace, "conversations", folder, "notes.txt"),
    "../../x",
  ])
    expect(errorOf(await call({ conversation: "b" }, "read_file", { path })).code, path).toBe("path_blocked");
  expect(JSON.stringify(await call({ conversation: "b" }, "list_files", { path: "." }))).not.toContain(
    "notes",
  );
});

test("a command sees the folder of its conversation and no other one", async () => {
  const { workspace, call, folders } = await aPlace();
  await call({ conversation: "a" }, "write_file", { path: "notes.txt", content: "of a" });
  const [folder = ""] = folders();
  const command = `cat notes.txt ${join(workspace, "conversations", folder, "notes.txt")}; echo end`;
  const own = await call({ conversation: "a" }, "shell", { command: "cat notes.txt; echo end" });
  expect(JSON.stringify(own)).toContain("of aend");
  const other = JSON.stringify(await call({ conversation: "b" }, "shell", { command }));
  expect(other).toContain("end");
  expect(other).not.toContain("of a");
});

test("an allowed folder that holds the workspace does not open the folders of other conversations", async () => {
  const { workspace, call, folders } = await aPlace({ tools: { allowedPaths: [".", "/"] } });
  await call({ conversation: "a" }, "write_file", { path: "notes.txt", content: "of a" });
  const path = join(workspace, "conversations", folders()[0] ?? "", "notes.txt");
  expect(errorOf(await call({ conversation: "b" }, "read_file", { path })).code).toBe("path_blocked");
});

test("rules with relative paths apply in the folder of the conversation", async () => {
  const { call } = await aPlace();
  const kept = { path: "kept/x.txt", content: "no" };
  expect(errorOf(await call({ conversation: "a" }, "write_file", kept)).code).toBe("tool_not_allowed");
  expect(
    outputOf(await call({ conversation: "a" }, "write_file", { ...kept, path: "free/x.txt" })),
  ).toBeDefined();
});

test("ids that a caller chooses name no other folder", async () => {
  const { call, folders } = await aPlace();
  const ids = ["../../etc", "a", "A", "user:bob", "x".repeat(500), "聊天", "a/b", "a-b"];
  for (const conversation of ids)
    expect(outputOf(await call({ conversation }, "write_file", { path: "x", content: "x" }))).toBeDefined();
  await call({ user: "bob" }, "write_file", { path: "x", content: "x" });
  expect(new Set(folders().map((name) => name.toLowerCase())).size).toBe(ids.length + 1);
  for (const name of folders()) expect(name).toMatch(/^[a-z0-9-]{32,80}$/);
});

test("runs outside conversations work in the folder of their user", async () => {
  const { call } = await aPlace();
  await call({ user: "ann" }, "write_file", { path: "x.txt", content: "of ann" });
  expect(JSON.stringify(await call({ user: "ann" }, "read_file", { path: "x.txt" }))).toContain("of ann");
  expect(errorOf(await call({ user: "bob" }, "read_file", { path: "x.txt" })).code).toBe("io_error");
});

test("a folder that is a link is not used", async () => {
  const { workspace, call, folders } = await aPlace();
  await call({ conversation: "a" }, "write_file", { path: "x.txt", content: "x" });
  const [folder = ""] = folders();
  await call({ conversation: "b" }, "write_file", { path: "x.txt", content: "x" });
  const other = folders().find((name) => name !== folder) ?? "";
  rmSync(join(workspace, "conversations", other), { recursive: true });
  symlinkSync(join(workspace, "conversations", folder), join(workspace, "conversations", other));
  await expect(call({ conversation: "b" }, "read_file", { path: "x.txt" })).rejects.toMatchObject({
    code: "path_blocked",
  });
});

test("the folder goes with the conversation", async () => {
  const { runtime, workspace, call, folders } = await aPlace();
  const from = { user: "local", door: "test", mayApprove: true };
  await runtime.conversations.begin("a", from, []);
  await call({ conversation: "a" }, "write_file", { path: "x.txt", content: "x" });
  await call({ conversation: "b" }, "write_file", { path: "x.txt", content: "x" });
  writeFileSync(join(workspace, "of-all.txt"), "");
  expect(folders()).toHaveLength(2);
  await runtime.conversations.delete("a", from);
  expect(folders()).toHaveLength(1);
  expect(readdirSync(workspace)).toContain("of-all.txt");
});

test("a call that was approved after its process had ended runs as the user of its run", async () => {
  const seen: string[] = [];
  const who = aTool({ name: "who", risk: "medium", run: (_input, { userId }) => void seen.push(userId) });
  await using made = await aRuntime({ tools: [who], config: { permissions: { confirm: ["who"] } } });
  const run = await made.runtime.openRun({ user: "bob", mode: "unattended", park: "leave" });
  const outcome = await run.execute({ tool: "who", input: {} });
  expect(errorOf(outcome).code).toBe("approval_required");
  run.leave();
  const [approval] = await made.runtime.approvals.list({ runId: run.id, limit: 1 });
  await made.runtime.approvals.answer(approval?.id ?? "", { answer: "approve", by: "local", door: "test" });
  expect((await made.runtime.resumeApproved(approval?.id ?? "")).type).toBe("success");
  expect(seen).toEqual(["bob"]);
});

/** The events of a run that asks nobody. */
async function ended(events: AsyncIterable<SentEvent>): Promise<SentEvent[]> {
  const seen: SentEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (event.type === "approval-start") throw new Error(`asked: ${JSON.stringify(event.data)}`);
  }
  return seen;
}

test.runIf(hasPostgres)(
  "the files of a conversation are there at the next worker, and not for another conversation",
  async () => {
    await using team = await aTeam();
    const variables = { TEAM_WORKSPACES: "per-conversation" };
    const web = await team.start("web", { variables });
    const answerTo = async (message: string, conversation: string) =>
      JSON.stringify(await ended(say(web, message, conversation)));
    const first = await team.start("worker", { variables });
    expect(await answerTo('call write_file {"path":"notes.txt","content":"of one"}', "one")).toContain(
      '"done"',
    );
    await first.end("SIGKILL");
    const second: TeamNode = await team.start("worker", { variables });
    expect(await answerTo('call read_file {"path":"notes.txt"}', "one")).toContain("of one");
    expect(await answerTo('call read_file {"path":"notes.txt"}', "two")).toContain("io_error");
    await second.end();
  },
);
