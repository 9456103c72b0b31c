import { existsSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { methods, type NewSessionRequest } from "@agentclientprotocol/sdk";
import { expect, test } from "vitest";
import { aCommandLine, type CommandLine } from "../agent/command-line.ts";
import { aRawEditor } from "./a-raw-editor.ts";
import { anEditor, choose } from "./an-editor.ts";

const TIMEOUT = 120_000;

async function statuses(cli: CommandLine): Promise<string[]> {
  const { stdout } = await cli.run(["approvals", "list", "--all", "--json"]);
  return JSON.parse(stdout).map(({ status }: { status: string }) => status);
}

test.each(["allow_once", "approve", "aaaaaa:approve", ""])(
  "an option that was not offered with the question (%s) is a no",
  { timeout: TIMEOUT },
  async (optionId) => {
    await using cli = await aCommandLine({ "hello.sh": "echo hello\n" });
    await using editor = await anEditor(cli, {
      permit: () => ({ outcome: { outcome: "selected", optionId } }),
    });
    const session = await editor.begin();
    expect(await editor.prompt(session, "run hello.sh")).toEqual({ stopReason: "end_turn" });
    expect(await statuses(cli)).toEqual(["denied"]);
  },
);

test("the button of an earlier question does not answer a later one", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine({ "hello.sh": "echo hello\n" });
  let first: string | undefined;
  await using editor = await anEditor(cli, {
    permit(asked) {
      const option = asked.options.find(({ kind }) => kind === "allow_once")?.optionId ?? "";
      first ??= option;
      return { outcome: { outcome: "selected", optionId: first } };
    },
  });
  const session = await editor.begin();
  await editor.prompt(session, "run hello.sh");
  await editor.prompt(session, "run hello.sh");
  expect((await statuses(cli)).toSorted()).toEqual(["approved", "denied"]);
});

test("two sessions that answer with each other's buttons approve nothing", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine({ "hello.sh": "echo hello\n" });
  const both = Promise.withResolvers<void>();
  await using editor = await anEditor(cli, {
    async permit(asked) {
      if (editor.asked.length === 2) both.resolve();
      await both.promise;
      const other = editor.asked.find(({ sessionId }) => sessionId !== asked.sessionId);
      const optionId = other?.options.find(({ kind }) => kind === "allow_once")?.optionId ?? "";
      return { outcome: { outcome: "selected", optionId } };
    },
  });
  const sessions = [await editor.begin(), await editor.begin()];
  await Promise.all(sessions.map((session) => editor.prompt(session, "run hello.sh")));
  expect(await statuses(cli)).toEqual(["denied", "denied"]);
});

test("an answer to a question that nobody asked, and a second answer, change nothing", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine({ "hello.sh": "echo hello\n" });
  await using editor = await aRawEditor(cli);
  const session = await editor.begin();
  editor.send({
    jsonrpc: "2.0",
    id: 999,
    result: { outcome: { outcome: "selected", optionId: "x:approve" } },
  });
  const answered = editor.prompt(session, "run hello.sh");
  const { id, params } = await editor.next((message) => message.method === "session/request_permission");
  const options = params.options as { optionId: string; kind: string }[];
  const pick = (kind: string) => options.find((option) => option.kind === kind)?.optionId;
  const answer = (optionId: string | undefined) =>
    editor.send({ jsonrpc: "2.0", id, result: { outcome: { outcome: "selected", optionId } } });
  answer(pick("reject_once"));
  answer(pick("allow_once"));
  expect(await answered).toMatchObject({ result: { stopReason: "end_turn" } });
  answer(pick("allow_once"));
  expect(await editor.prompt(session, "what time is it in Tokyo?")).toMatchObject({
    result: { stopReason: "end_turn" },
  });
  expect(await statuses(cli)).toEqual(["denied"]);
});

test.each([
  ["an error", { error: { code: -32601, message: "Method not found" } }],
  ["nonsense", { result: { outcome: "yes" } }],
  ["nothing", { result: null }],
  ["a cancelled turn", { result: { outcome: { outcome: "cancelled" } } }],
])("%s as the answer to a question is a no", { timeout: TIMEOUT }, async (_name, reply) => {
  await using cli = await aCommandLine({ "hello.sh": "echo hello\n" });
  await using editor = await aRawEditor(cli);
  const session = await editor.begin();
  const answered = editor.prompt(session, "run hello.sh");
  const { id } = await editor.next((message) => message.method === "session/request_permission");
  editor.send({ jsonrpc: "2.0", id, ...reply });
  expect(await answered).toMatchObject({ result: { stopReason: "end_turn" } });
  expect(await statuses(cli)).toEqual(["denied"]);
});

test("broken JSON, batches and requests that make no sense are answered, and the session goes on", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine();
  await using editor = await aRawEditor(cli);
  const session = await editor.begin();
  const failing = [
    ['{"jsonrpc": "2.0", "id": 1, "method"', -32700],
    ["[]", -32600],
    ["17", -32600],
    ["\u0000\u0001", -32700],
  ] as const;
  for (const [line, code] of failing) {
    editor.write(`${line}\n`);
    expect(await editor.next((message) => message.error !== undefined)).toMatchObject({ error: { code } });
  }
  const refused: [string, unknown, number][] = [
    ["session/prompt", { sessionId: "nobody", prompt: [{ type: "text", text: "hi" }] }, -32002],
    ["session/prompt", { sessionId: session, prompt: [] }, -32602],
    ["session/prompt", { sessionId: session, prompt: "hi" }, -32602],
    ["session/prompt", { sessionId: session, prompt: [{ type: "text", text: "x".repeat(200_000) }] }, -32602],
    ["session/load", { sessionId: "../../etc", cwd: cli.folder, mcpServers: [] }, -32002],
    ["session/set_mode", { sessionId: session, modeId: "root" }, -32602],
    ["session/close", { sessionId: "nobody" }, -32002],
    ["fs/read_text_file", { sessionId: session, path: "/etc/passwd" }, -32601],
  ];
  for (const [method, params, code] of refused)
    expect(await editor.request(method, params), method).toMatchObject({ error: { code } });
  expect(await editor.prompt(session, "what time is it in Tokyo?")).toMatchObject({
    result: { stopReason: "end_turn" },
  });
});

test("a second prompt while the first is answered is refused; two sessions work side by side", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine({ "hello.sh": "echo hello\n" });
  const gate = Promise.withResolvers<void>();
  await using editor = await anEditor(cli, {
    async permit(asked) {
      await gate.promise;
      return choose(asked, asked.sessionId === first ? "allow_once" : "reject_once");
    },
  });
  const first = await editor.begin();
  const second = await editor.begin();
  const answers = [editor.prompt(first, "run hello.sh"), editor.prompt(second, "run hello.sh")];
  await editor.until(() => (editor.asked.length === 2 ? true : undefined));
  await expect(editor.prompt(first, "what time is it in Tokyo?")).rejects.toThrow(/second prompt/);
  gate.resolve();
  expect(await Promise.all(answers)).toEqual([{ stopReason: "end_turn" }, { stopReason: "end_turn" }]);
  const ends = (session: string) =>
    editor.heard.flatMap(({ sessionId, update }) =>
      sessionId === session && update.sessionUpdate === "tool_call_update" ? [update.status] : [],
    );
  expect(ends(first).at(-1)).toBe("completed");
  expect(ends(second).at(-1)).toBe("failed");
});

test("a missing or relative folder, or one outside a named config, is refused", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine({ "a-file": "", "own.yaml": "" });
  const other = await mkdtemp(join(tmpdir(), "dejima-other-"));
  await symlink(other, join(cli.folder, "leads-out"));
  try {
    await using editor = await anEditor(cli, { args: ["--config", join(cli.folder, "own.yaml")] });
    for (const cwd of [
      "relative",
      "",
      join(cli.folder, "missing"),
      join(cli.folder, "a-file"),
      other,
      join(cli.folder, "leads-out"),
      join(cli.folder, ".."),
    ])
      await expect(editor.begin(cwd), cwd).rejects.toThrow(/Cannot work in/);
    await editor.begin(cli.folder);
  } finally {
    await rm(other, { recursive: true });
  }
});

test("a dejima.yaml that came with the folder only tightens, and the person is told", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine({ "hello.sh": "echo hello\n" });
  const planted = await mkdtemp(join(tmpdir(), "dejima-planted-"));
  try {
    await writeFile(join(planted, "dejima.yaml"), "permissions:\n  safe: [shell]\n  deny: [read_file]\n");
    await writeFile(join(planted, "hello.sh"), "echo hello\n");
    await using editor = await anEditor(cli, { permit: (asked) => choose(asked, "reject_once") });
    const session = await editor.begin(planted);
    await editor.prompt(session, "run hello.sh");
    expect(editor.asked).toHaveLength(1);
    expect(editor.said(session)).toMatch(/> .*dejima\.yaml is not trusted.*config trust/);
    await editor.prompt(session, "what is in hello.sh");
    expect(editor.of("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
  } finally {
    await rm(planted, { recursive: true });
  }
});

test("MCP servers that the editor names are not started, and the person is told how to add them", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine();
  await using editor = await anEditor(cli);
  const server = { name: "planted", command: "/bin/sh", args: ["-c", "echo started > started.txt"], env: [] };
  const request: NewSessionRequest = { cwd: cli.folder, mcpServers: [server] };
  const { sessionId } = await editor.agent.request(methods.agent.session.new, request);
  await editor.prompt(sessionId, "what time is it in Tokyo?");
  expect(editor.said(sessionId)).toMatch(/planted.*dejima mcp add/);
  expect(existsSync(join(cli.folder, "started.txt"))).toBe(false);
});
