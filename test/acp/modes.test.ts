import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { methods } from "@agentclientprotocol/sdk";
import { expect, test } from "vitest";
import { aCommandLine } from "../agent/command-line.ts";
import { anEditor, never } from "./an-editor.ts";

const TIMEOUT = 120_000;
const config = 'permissions:\n  safe: ["write_file(./notes.txt)", "shell(sh hello.sh)"]\n';
const files = { "dejima.yaml": config, "notes.txt": "one\n", "hello.sh": "echo hello\n" };

test("modes tighten what the rules allow, and never widen it", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine(files);
  await using editor = await anEditor(cli);
  const { sessionId, modes } = await editor.agent.request(methods.agent.session.new, {
    cwd: cli.folder,
    mcpServers: [],
  });
  expect(modes).toMatchObject({
    currentModeId: "act",
    availableModes: [{ id: "read" }, { id: "ask" }, { id: "act" }],
  });
  const written = () => readFile(join(cli.folder, "notes.txt"), "utf8");
  const set = (modeId: string) => editor.agent.request(methods.agent.session.setMode, { sessionId, modeId });

  await set("read");
  await editor.prompt(sessionId, "write two to notes.txt");
  await editor.prompt(sessionId, "run hello.sh");
  expect(editor.asked).toEqual([]);
  const kinds = new Map(editor.of("tool_call").map(({ toolCallId, kind }) => [toolCallId, kind]));
  const done = editor.of("tool_call_update").filter(({ status }) => status === "completed");
  expect(done.filter(({ toolCallId }) => kinds.get(toolCallId) !== "read")).toEqual([]);
  expect(await written()).toBe("one\n");
  await editor.prompt(sessionId, "what is in notes.txt");
  expect(editor.of("tool_call_update").at(-1)).toMatchObject({ status: "completed" });

  await set("ask");
  await editor.prompt(sessionId, "write three to notes.txt");
  expect(editor.asked).toHaveLength(1);
  expect(JSON.stringify(editor.asked[0]?.toolCall.content)).toContain("asks before every change");
  expect(await written()).toBe("three");

  await set("act");
  await editor.prompt(sessionId, "write four to notes.txt");
  expect(editor.asked).toHaveLength(1);
  expect(await written()).toBe("four");
  // What the rules leave off stays off, whatever the mode.
  await editor.prompt(sessionId, "write five to other.txt");
  expect(editor.asked).toHaveLength(2);
});

test("the mode of a session survives kill -9, even if another process continues the run", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine(files);
  const before = await anEditor(cli, { asProcess: true, permit: never });
  const session = await before.begin();
  await before.agent.request(methods.agent.session.setMode, { sessionId: session, modeId: "ask" });
  before.prompt(session, "write two to notes.txt").catch(() => {});
  await before.until(() => before.asked[0]);
  await before.agent.request(methods.agent.session.setMode, { sessionId: session, modeId: "read" });
  await before.kill();
  const { status } = JSON.parse((await cli.run(["approvals", "list", "--json"])).stdout)[0];
  expect(status).toBe("pending");

  await using editor = await anEditor(cli);
  const { modes } = await editor.agent.request(methods.agent.session.load, {
    sessionId: session,
    cwd: cli.folder,
    mcpServers: [],
  });
  expect(modes?.currentModeId).toBe("read");
  await editor.prompt(session, "write three to notes.txt");
  expect(await readFile(join(cli.folder, "notes.txt"), "utf8")).not.toContain("three");
  await cli.run(["run", "write four to notes.txt", "--conversation", session, "--json"]);
  expect(await readFile(join(cli.folder, "notes.txt"), "utf8")).toBe("one\n");
});
