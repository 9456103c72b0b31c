import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aSearchServer } from "../agent/a-search-server.ts";
import { aCommandLine, type CommandLine } from "../agent/command-line.ts";
import { anEditor, choose, never } from "./an-editor.ts";

const TIMEOUT = 120_000;

const approvals = async (cli: CommandLine) =>
  JSON.parse((await cli.run(["approvals", "list", "--all", "--json"])).stdout);

test("initialize says what the agent can do", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine();
  await using editor = await anEditor(cli, { asProcess: true });
  expect(editor.met).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: "dejima" },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true },
      sessionCapabilities: { list: {}, resume: {}, close: {} },
    },
  });
});

test("the three scenes: a search, a file and a script that is asked about", {
  timeout: TIMEOUT,
}, async () => {
  await using engine = await aSearchServer();
  await using cli = await aCommandLine({
    "hello.sh": "echo hello from the harbour\n",
    "notes.md": "buy milk\n",
    "dejima.yaml": engine.config,
  });
  await using editor = await anEditor(cli, { asProcess: true });
  const session = await editor.begin();

  expect(await editor.prompt(session, "look up the weather in Tokyo")).toEqual({ stopReason: "end_turn" });
  expect(editor.said(session)).toContain("18°C, cloudy");
  expect(editor.of("tool_call")).toMatchObject([
    { kind: "search", title: expect.stringContaining("web_search") },
  ]);
  expect(editor.asked).toEqual([]);

  await editor.prompt(session, "what is in notes.md");
  expect(editor.said(session)).toContain("buy milk");
  expect(editor.of("tool_call").at(-1)).toMatchObject({
    kind: "read",
    status: "in_progress",
    locations: [{ path: join(cli.folder, "notes.md") }],
    rawInput: { path: "notes.md" },
  });

  expect(await editor.prompt(session, "run hello.sh")).toEqual({ stopReason: "end_turn" });
  expect(editor.of("tool_call").at(-1)).toMatchObject({
    kind: "execute",
    title: "sh hello.sh",
    status: "pending",
  });
  expect(editor.asked).toMatchObject([
    {
      sessionId: session,
      toolCall: { toolCallId: editor.of("tool_call").at(-1)?.toolCallId, title: "Run `sh hello.sh`?" },
    },
  ]);
  expect(editor.said(session)).toContain("hello from the harbour");
  const last = editor.of("tool_call_update").at(-1);
  expect(last).toMatchObject({ status: "completed" });
  expect(JSON.stringify(last?.content)).toContain("hello from the harbour");
});

test("a no is a no, and the log records the answer as the editor's", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine();
  await using editor = await anEditor(cli, {
    asProcess: true,
    permit: (asked) => choose(asked, "reject_once"),
  });
  const session = await editor.begin();
  expect(await editor.prompt(session, "run `sleep 1`")).toEqual({ stopReason: "end_turn" });
  expect(editor.asked[0]?.options.map(({ kind, name }) => ({ kind, name }))).toEqual([
    { kind: "allow_once", name: "Allow once" },
    { kind: "allow_always", name: expect.stringContaining("don't ask again") },
    { kind: "allow_always", name: expect.stringContaining("for 8 hours") },
    { kind: "allow_always", name: "Yes, and always allow shell(sleep 1) in this folder" },
    { kind: "reject_once", name: "Deny" },
    { kind: "reject_always", name: "No, and never allow shell(sleep 1) in this folder" },
  ]);
  expect(editor.of("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
  const [question] = await approvals(cli);
  expect(question).toMatchObject({
    status: "denied",
    answers: [{ answer: "deny", by: "local", door: "acp" }],
  });
});

test("a change of a file is shown as a diff, turned on for as far as the person says, and undone", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine({ "notes.txt": "one\n" });
  await using editor = await anEditor(cli, { asProcess: true });
  const session = await editor.begin();
  await editor.prompt(session, "write hello world to notes.txt");
  const path = join(cli.folder, "notes.txt");
  expect(editor.asked).toMatchObject([{ toolCall: { title: expect.stringMatching(/notes\.txt/) } }]);
  expect(editor.asked[0]?.options.map(({ kind }) => kind)).not.toContain("allow_once");
  const diff = { type: "diff", path, oldText: "one\n", newText: "hello world\n" };
  expect(editor.asked[0]?.toolCall.content).toContainEqual(diff);
  expect(editor.of("tool_call").at(-1)).toMatchObject({ kind: "edit", locations: [{ path }] });
  const last = editor.of("tool_call_update").at(-1);
  expect(last).toMatchObject({ status: "completed", content: expect.arrayContaining([diff]) });
  expect(await readFile(path, "utf8")).toBe("hello world");
  expect((await cli.run(["undo", last?.toolCallId ?? ""])).code).toBe(0);
  expect(await readFile(path, "utf8")).toBe("one\n");
});

test("session/cancel stops the run and takes its question back", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine({ "hello.sh": "echo hello\n" });
  await using editor = await anEditor(cli, { asProcess: true, permit: never });
  const session = await editor.begin();
  const answered = editor.prompt(session, "run hello.sh");
  await editor.until(() => editor.asked[0]);
  await editor.agent.notify("session/cancel", { sessionId: session });
  expect(await answered).toEqual({ stopReason: "cancelled" });
  const [question] = await approvals(cli);
  expect(question).toMatchObject({ status: "withdrawn" });
  expect(await editor.prompt(session, "what time is it in Tokyo?")).toEqual({ stopReason: "end_turn" });
});

test("a question that is answered elsewhere is taken back in the editor", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine({ "hello.sh": "echo hello from the harbour\n" });
  const taken: boolean[] = [];
  await using editor = await anEditor(cli, {
    asProcess: true,
    async permit(asked, signal) {
      const answer = await never(asked, signal);
      taken.push(signal.aborted);
      return answer;
    },
  });
  const session = await editor.begin();
  const answered = editor.prompt(session, "run hello.sh");
  await editor.until(() => editor.asked[0]);
  const [question] = await approvals(cli);
  expect((await cli.run(["approvals", "approve", question.id])).code).toBe(0);
  expect(await answered).toEqual({ stopReason: "end_turn" });
  expect(editor.said(session)).toContain("hello from the harbour");
  expect(taken).toEqual([true]);
});
