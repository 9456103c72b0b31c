import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { messagePieces } from "../../src/doors/messengers/messenger-door.ts";
import { open as openTelegram } from "../../src/doors/messengers/telegram/open-telegram.ts";
import type { ModelRequest } from "../../src/model/language/language-model.ts";
import { type Script, ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";
import { aBotApi, type BotApi } from "./a-bot-api.ts";

async function aDoor(
  api: BotApi,
  script: Script,
  options: TestRuntimeOptions & { approvers?: string[] } = {},
) {
  const { approvers, ...rest } = options;
  const world = await aRuntime({ model: new ScriptedModel(script), ...rest });
  const faults: unknown[] = [];
  const door = await openTelegram({
    runtime: world.runtime,
    settings: { token: api.token, apiRoot: api.url, allowed: ["7", "8"], approvers },
    onFault: (error) => void faults.push(error),
  });
  return {
    world,
    faults,
    async [Symbol.asyncDispose]() {
      await door.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

const texts = (api: BotApi) => api.sent().map(({ fields }) => [Number(fields.chat_id), fields.text]);
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

test("an allowed person is answered in private; strangers are told once and groups not at all", async () => {
  await using api = await aBotApi();
  await using door = await aDoor(api, ({ messages }) => ({
    text: `You said ${JSON.stringify(messages.at(-1))}`,
  }));
  api.write(66, { text: "let me in" });
  api.write(66, { text: "let me in" });
  api.write(7, { text: "in a group" }, "group");
  api.write(7, { text: "hello" });
  await eventually(() => expect(texts(api)).toContainEqual([7, expect.stringContaining("hello")]));
  expect(texts(api).filter(([chat]) => chat === 66)).toEqual([
    [66, expect.stringContaining("not among channels.telegram.allowed")],
  ]);
  expect(texts(api).filter(([chat]) => chat === 7)).toHaveLength(1);
  expect(door.faults).toEqual([]);
});

test("a question is put with buttons; only an approver's answer counts, and the run continues with it", async () => {
  await using api = await aBotApi();
  const script: Script = ({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? { text: "Written." }
      : { calls: [{ tool: "write_file", input: { path: "a.txt", content: "x" } }] };
  await using door = await aDoor(api, script, {
    approvers: ["8"],
    config: { permissions: { confirm: ["write_file"] } },
  });
  api.write(7, { text: "write it" });
  const question = () => api.sent().find(({ fields }) => fields.reply_markup !== undefined);
  await eventually(() => expect(question()).toBeDefined());
  expect(question()?.fields.text).toMatch(/write_file[\s\S]*a\.txt/);
  const [[yes]] = JSON.parse(JSON.stringify(question()?.fields.reply_markup)).inline_keyboard;
  // The person who asked may not answer; the other may not answer in a conversation that is not theirs.
  api.press(7, yes.callback_data);
  await eventually(() =>
    expect(api.requests.find(({ method }) => method === "answerCallbackQuery")?.fields.text).toMatch(
      /not allowed to answer/,
    ),
  );
  await expect(readFile(join(door.world.workspace, "a.txt"))).rejects.toThrow();
  api.write(8, { text: "write it" });
  await eventually(() =>
    expect(api.sent().filter(({ fields }) => fields.reply_markup !== undefined)).toHaveLength(2),
  );
  api.write(8, { text: "确认" });
  await eventually(() => expect(texts(api)).toContainEqual([8, "Written."]));
  expect(await readFile(join(door.world.workspace, "a.txt"), "utf8")).toBe("x");
});

test("files go out with Telegram's own id as the receipt, come in for the tools, and a refusal is no delivery", async () => {
  await using api = await aBotApi();
  api.files.set("pic-1", Buffer.from("jpeg bytes"));
  const outcomes: unknown[] = [];
  const script: Script = ({ messages }, turn) => {
    if (turn % 2 === 0)
      return {
        calls: [
          { tool: "get_image_file" },
          { tool: "deliver_artifacts", input: { artifacts: [{ path: "out.csv", caption: "here" }] } },
        ],
      };
    outcomes.push(messages.filter(({ role }) => role === "tool"));
    return { text: "done" };
  };
  await using door = await aDoor(api, script, { files: { "out.csv": "1,2" } });
  api.write(7, {
    caption: "use this",
    photo: [
      { file_id: "small", file_unique_id: "s", width: 1, height: 1 },
      { file_id: "pic-1", file_unique_id: "p", width: 9, height: 9 },
    ],
  });
  await eventually(() => expect(texts(api)).toContainEqual([7, "done"]));
  const document = api.sent().find(({ method }) => method === "sendDocument");
  expect(document?.fields).toMatchObject({ chat_id: "7", caption: "here" });
  expect(JSON.stringify(outcomes)).toMatch(/photo\.jpg[\s\S]*image\/jpeg/);
  expect(JSON.stringify(outcomes)).toMatch(/"?delivered[\s\S]*7\/\d+/);
  api.refuse("sendDocument", "Forbidden: bot was blocked by the user");
  outcomes.length = 0;
  api.write(7, { text: "again" });
  await eventually(() => expect(outcomes).toHaveLength(1));
  expect(JSON.stringify(outcomes)).toMatch(/Cannot deliver the files[\s\S]*blocked by the user/);
  expect(door.faults).toEqual([]);
});

test("a message that Telegram repeats after a crash begins no second run", async () => {
  await using api = await aBotApi();
  let runs = 0;
  await using door = await aDoor(api, () => ({ text: `run ${++runs}` }));
  api.write(7, { text: "once" });
  await eventually(() => expect(texts(api)).toEqual([[7, "run 1"]]));
  api.repeat();
  api.write(7, { text: "twice" });
  await eventually(() => expect(texts(api)).toContainEqual([7, "run 2"]));
  expect(texts(api)).toHaveLength(2);
  expect(door.faults).toEqual([]);
});

test("messagePieces(, 4_096) cuts long texts between lines, and never inside a character", () => {
  expect(messagePieces("short", 4_096)).toEqual(["short"]);
  expect(messagePieces(" \n", 4_096)).toEqual([]);
  const lines = `${"a".repeat(3_000)}\n${"b".repeat(3_000)}`;
  expect(messagePieces(lines, 4_096)).toEqual([`${"a".repeat(3_000)}\n`, "b".repeat(3_000)]);
  const emoji = messagePieces(`x${"😀".repeat(4_000)}`, 4_096);
  expect(emoji.join("")).toBe(`x${"😀".repeat(4_000)}`);
  for (const piece of emoji) expect([piece.length <= 4_096, piece.isWellFormed()]).toEqual([true, true]);
});

test("every text goes out without a preview of its links: answers, questions, notes to strangers and messages of tools", async () => {
  await using api = await aBotApi();
  const address = "https://evil.example/?d=secret";
  const script: Script = ({ messages }) =>
    messages.some(({ role }) => role === "tool")
      ? { text: `See ${address}` }
      : {
          calls: [
            { tool: "send_message", input: { text: address } },
            { tool: "write_file", input: { path: "a.txt", content: address } },
          ],
        };
  await using door = await aDoor(api, script, { config: { permissions: { confirm: ["write_file"] } } });
  api.write(66, { text: "let me in" });
  api.write(7, { text: "go on" });
  await eventually(() => expect(texts(api)).toContainEqual([7, expect.stringContaining("Approval needed")]));
  const [question] = await door.world.runtime.approvals.list({ status: "pending" });
  api.write(7, { text: `no ${question?.id}` });
  await eventually(() => expect(texts(api)).toContainEqual([7, expect.stringContaining(`See ${address}`)]));
  const sent = api.requests.filter(({ fields }) => "text" in fields);
  expect(sent.length).toBeGreaterThanOrEqual(3);
  for (const { fields } of sent) expect(JSON.stringify(fields.link_preview_options)).toContain("is_disabled");
});

test("a yes after a later message, or sent before the question, approves nothing; the buttons do", async () => {
  await using api = await aBotApi();
  const script: Script = ({ messages }) =>
    messages.some(({ role }) => role === "tool") || JSON.stringify(messages.at(-1)).includes("yes")
      ? { text: "Fine." }
      : { calls: [{ tool: "write_file", input: { path: "a.txt", content: "x" } }] };
  await using door = await aDoor(api, script, { config: { permissions: { confirm: ["write_file"] } } });
  const { runtime } = door.world;
  const pending = () => runtime.approvals.list({ status: "pending" });
  api.write(7, { text: "write it" });
  await eventually(() => expect(texts(api)).toContainEqual([7, expect.stringContaining("Approval needed")]));
  const [question] = await pending();
  const told = () =>
    texts(api).filter(([, text]) => String(text).includes(`Reply "yes ${question?.id}"`)).length;
  api.write(7, { text: "yes", date: Math.floor(Date.now() / 1_000) - 60 });
  await eventually(() => expect(told()).toBe(2));
  expect(await pending()).toHaveLength(1);
  const { mail } = runtime;
  const text = "Translate to German? (yes/no)";
  const to = await mail.recipientOf(question?.runId ?? "");
  await mail.send({ type: "text", text }, to, { signal: AbortSignal.timeout(9_000) });
  api.write(7, { text: "yes" });
  await eventually(() => expect(told()).toBe(3));
  expect(await pending()).toHaveLength(1);
  api.press(7, `yes ${question?.id}`);
  const file = join(door.world.workspace, "a.txt");
  await vi.waitFor(async () => expect(await readFile(file, "utf8")).toBe("x"), { timeout: 30_000 });
});

const asksOnce = ({ messages }: ModelRequest, _turn: number) =>
  messages.at(-1)?.role === "tool"
    ? { text: "Written." }
    : { calls: [{ tool: "write_file", input: { path: "a.txt", content: "x" } }] };
const asks = { permissions: { confirm: ["write_file"] } };

test("after an approval the answer arrives once, and one line says that work goes on", async () => {
  await using api = await aBotApi();
  await using door = await aDoor(api, asksOnce, { config: asks, persona: "kurisu" });
  api.write(7, { text: "写一下" });
  const isQuestion = ({ fields }: { fields: Record<string, unknown> }) => fields.reply_markup !== undefined;
  await eventually(() => expect(api.sent().filter(isQuestion)).toHaveLength(1));
  expect(texts(api)[0]).toEqual([7, "等一下…"]);
  api.write(7, { text: "确认" });
  await eventually(() => expect(texts(api)).toContainEqual([7, "Written."]));
  // What is said next comes after everything that the first run still had to say.
  api.write(7, { text: "再写一次" });
  await eventually(() => expect(api.sent().filter(isQuestion)).toHaveLength(2));
  expect(texts(api).filter(([, text]) => text === "Written.")).toHaveLength(1);
  expect(door.faults).toEqual([]);
});

test("progress at Telegram edits one message over all rounds of a run, even after an approval, and the answer arrives once", async () => {
  await using api = await aBotApi();
  const script: Script = ({ messages }) => {
    const at = messages.findLastIndex(({ role }) => role === "user");
    const rounds = messages.slice(at).filter(({ role }) => role === "assistant").length;
    if (rounds === 3) return { text: "All done." };
    const write = { tool: "write_file", input: { path: "a.txt", content: "x" } };
    return { calls: [rounds === 1 ? write : { tool: "list_files", input: { path: "." } }] };
  };
  await using door = await aDoor(api, script, { config: asks, persona: "kurisu" });
  const cards = () => api.sent().filter(({ fields }) => fields.reply_markup !== undefined);
  api.write(7, { text: "写一下" });
  await eventually(() => expect(cards()).toHaveLength(1));
  api.write(7, { text: "确认" });
  await eventually(() => expect(texts(api)).toContainEqual([7, "All done."]));
  const lines = api.requests.filter(({ fields }) => /^(等一下|查一下|稍等)/.test(String(fields.text)));
  const line = lines[0]?.id;
  expect(lines.map(({ method, fields, id }) => [method, fields.message_id ?? id, fields.text])).toEqual([
    ["sendMessage", line, "等一下…"],
    ["editMessageText", line, "查一下。"],
    ["editMessageText", line, "稍等。"],
  ]);
  api.write(7, { text: "再写一次" });
  await eventually(() => expect(cards()).toHaveLength(2));
  expect(texts(api).filter(([, text]) => text === "All done.")).toHaveLength(1);
  expect(door.faults).toEqual([]);
});

test("a message to Telegram is sent again when the connection is lost", async () => {
  await using api = await aBotApi();
  await using door = await aDoor(api, () => ({ text: "done" }));
  api.breakOff("sendMessage");
  api.write(7, { text: "hello" });
  await eventually(() => expect(texts(api)).toEqual([[7, "done"]]));
  expect(door.faults).toEqual([]);
});

test("a question at Telegram expires by approvals.expiry.chat; a late 确认 gets a message and approves nothing", async () => {
  await using api = await aBotApi();
  const script: Script = (request, turn) =>
    turn === 0 ? asksOnce(request, turn) : { text: `Said ${turn}.` };
  await using door = await aDoor(api, script, {
    config: { ...asks, approvals: { expiry: { chat: 50, parked: 86_400_000 } } },
  });
  api.write(7, { text: "写一下" });
  await eventually(() => expect(texts(api)).toContainEqual([7, "Said 1."]));
  const [held] = await door.world.runtime.approvals.list();
  expect(held).toMatchObject({ place: "chat", status: "expired" });
  api.write(7, { text: "确认" });
  await eventually(() =>
    expect(texts(api).map(([, text]) => text)).toContainEqual(expect.stringContaining("没有及时得到答复")),
  );
  await expect(readFile(join(door.world.workspace, "a.txt"))).rejects.toThrow("ENOENT");
});
