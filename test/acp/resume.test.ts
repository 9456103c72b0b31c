import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { methods } from "@agentclientprotocol/sdk";
import { expect, test } from "vitest";
import { aCommandLine } from "../agent/command-line.ts";
import { anEditor, choose, chunks, never } from "./an-editor.ts";

const TIMEOUT = 120_000;
const files = { "hello.sh": "echo ran >> ran.txt; echo hello from the harbour\n" };
const config = "permissions:\n  confirm: [shell]\n";

test.each(["load", "resume"] as const)(
  "after kill -9 session/%s puts the open question again, and the call runs once",
  { timeout: TIMEOUT },
  async (how) => {
    await using cli = await aCommandLine({ ...files, "dejima.yaml": config });
    const before = await anEditor(cli, { asProcess: true, permit: never });
    const session = await before.begin();
    before.prompt(session, "run hello.sh").catch(() => {});
    const asked = await before.until(() => before.asked[0]);
    await before.kill();

    await using editor = await anEditor(cli);
    await editor.agent.request(methods.agent.session[how], {
      sessionId: session,
      cwd: cli.folder,
      mcpServers: [],
    });
    const again = await editor.until(() => editor.asked[0]);
    expect(again.options).toEqual(asked.options);
    expect(again.toolCall.toolCallId).toBe(asked.toolCall.toolCallId);
    await editor.until(() => (editor.said(session).includes("hello from the harbour") ? true : undefined));
    expect(chunks(editor.heard, session, "user_message_chunk")).toBe(how === "load" ? "run hello.sh" : "");
    expect(editor.asked).toHaveLength(1);
    expect(await editor.prompt(session, "what time is it in Tokyo?")).toEqual({ stopReason: "end_turn" });
    const runs = JSON.parse((await cli.run(["log", "list", "--json"])).stdout);
    expect(runs).toHaveLength(2);
    const log = await cli.run(["log", "show", runs.at(-1).id, "--json"]);
    expect(log.stdout.match(/"tool":"shell","risk":"medium","ts_start"/g)).toHaveLength(1);
  },
);

test("session/load shows the conversation again", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine({ "notes.md": "buy milk\n" });
  let session = "";
  let said = "";
  {
    await using editor = await anEditor(cli);
    session = await editor.begin();
    await editor.prompt(session, "what is in notes.md");
    await editor.prompt(session, "what time is it in Tokyo?");
    said = editor.said(session);
  }
  await using editor = await anEditor(cli);
  const load = { sessionId: session, cwd: cli.folder, mcpServers: [] };
  await editor.agent.request(methods.agent.session.load, load);
  expect(chunks(editor.heard, session, "user_message_chunk")).toBe(
    "what is in notes.mdwhat time is it in Tokyo?",
  );
  expect(editor.said(session).replaceAll(/\s/g, "")).toBe(said.replaceAll(/\s/g, ""));
  expect(editor.of("tool_call").map(({ kind }) => kind)).toEqual(["read", "other"]);
  expect(editor.of("tool_call_update").map(({ status }) => status)).toEqual(["completed", "completed"]);
  expect(editor.asked).toEqual([]);
  const { sessions } = await editor.agent.request(methods.agent.session.list, { cwd: cli.folder });
  expect(sessions).toMatchObject([{ sessionId: session, cwd: cli.folder, title: "what is in notes.md" }]);
});

test("an editor that is closed leaves its run to the next one", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine(files);
  const before = await anEditor(cli, { asProcess: true, permit: never });
  const session = await before.begin();
  before.prompt(session, "run hello.sh").catch(() => {});
  await before.until(() => before.asked[0]);
  await before[Symbol.asyncDispose]();
  await using editor = await anEditor(cli, { permit: (asked) => choose(asked, "reject_once") });
  const load = { sessionId: session, cwd: cli.folder, mcpServers: [] };
  await editor.agent.request(methods.agent.session.load, load);
  await editor.until(() => editor.of("tool_call_update").find(({ status }) => status === "failed"));
  await expect(readFile(join(cli.folder, "ran.txt"))).rejects.toThrow("ENOENT");
});

test("a conversation of the terminal goes on in the editor", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine({ "notes.md": "buy milk\n" });
  const ran = await cli.run(["run", "what is in notes.md", "--conversation", "c-shared", "--json"]);
  expect(ran.code).toBe(0);
  await using editor = await anEditor(cli);
  const load = { sessionId: "c-shared", cwd: cli.folder, mcpServers: [] };
  await editor.agent.request(methods.agent.session.load, load);
  expect(editor.said("c-shared")).toContain("buy milk");
});
