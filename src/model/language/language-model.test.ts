import { expect, test } from "vitest";
import { DejimaError } from "../../contract/error.ts";
import { chooseModel, parseModelName } from "./choose-model.ts";
import { collectReply, type ModelRequest } from "./language-model.ts";
import { createOfflineModel } from "./offline/offline-model.ts";
import { readCall } from "./read-call.ts";
import { fallingBack, retrying } from "./retrying-model.ts";
import { ScriptedModel } from "./scripted-model.ts";

const signal = new AbortController().signal;
const request: ModelRequest = { system: "", messages: [], tools: [], toolChoice: "auto" };
const busy = new DejimaError("server_unavailable", "busy", { retry: true });
const refused = new DejimaError("server_unavailable", "no key", { retry: false });

test("ScriptedModel streams words, then calls, usage and the end", async () => {
  const model = new ScriptedModel([
    { text: "two words", calls: [{ tool: "grep", input: { pattern: "x" } }] },
  ]);
  const types = (await Array.fromAsync(model.stream(request, { signal }))).map(({ type }) => type);
  expect(types).toEqual(["text-delta", "text-delta", "tool-call", "usage", "end"]);
  expect(model.requests).toEqual([request]);
});

test("collectReply() refuses a stream that was cut", async () => {
  async function* cut() {
    yield { type: "text-delta", text: "half an ans" } as const;
  }
  await expect(collectReply(cut())).rejects.toMatchObject({ code: "server_unavailable" });
});

test("retrying() waits twice as long each time, as long as asking again may help", async () => {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const model = retrying(new ScriptedModel([{ error: busy }, { error: busy }, { text: "there" }]), {
    attempts: 3,
    firstWaitMs: 100,
    wait,
  });
  expect((await collectReply(model.stream(request, { signal }))).text).toBe("there");
  expect(waits).toHaveLength(2);
  expect((waits[1] ?? 0) / (waits[0] ?? 1)).toBeGreaterThan(1.1);
  const hopeless = retrying(new ScriptedModel([{ error: refused }]), { attempts: 3, firstWaitMs: 1, wait });
  await expect(collectReply(hopeless.stream(request, { signal }))).rejects.toBe(refused);
  expect(waits).toHaveLength(2);
});

test("retrying() never repeats text that was already shown", async () => {
  let asked = 0;
  const broken = {
    id: "x:y",
    async *stream() {
      asked++;
      yield { type: "text-delta", text: "Once upon" } as const;
      throw busy;
    },
  };
  const model = retrying(broken, { attempts: 3, firstWaitMs: 1 });
  await expect(collectReply(model.stream(request, { signal }))).rejects.toBe(busy);
  expect(asked).toBe(1);
});

test("fallingBack() asks the next model when one cannot answer, but not after a cancellation", async () => {
  const second = new ScriptedModel([{ text: "the second" }]);
  const model = fallingBack([new ScriptedModel([{ error: refused }]), second]);
  expect((await collectReply(model.stream(request, { signal }))).text).toBe("the second");
  const cancelled = new DejimaError("cancelled", "stop");
  const stopped = fallingBack([new ScriptedModel([{ error: cancelled }]), second]);
  await expect(collectReply(stopped.stream(request, { signal }))).rejects.toBe(cancelled);
});

const reading = {
  canonicalName: (name: string) => ({ read_file: "read_file", file_read: "read_file" })[name],
  nearest: () => ["read_file"],
  problem: (_tool: string, input: unknown) =>
    typeof input === "object" && input !== null && "path" in input ? undefined : '"path" is missing',
};

test.each([
  ["read_file", '{"path":"a"}', undefined],
  ["functions.readFile", '{"path":"a"}', /is read_file/],
  ["read-file", "{path: 'a',}", /JSON was broken/],
  ["file_read", '"{\\"path\\":\\"a\\"}"', /is read_file/],
  ["read_file", '```json\n{"path":"a"}\n```', /JSON was broken/],
  ["read_file", '{"path":"a"', /JSON was broken/],
])("readCall(%j, %j) makes a call of it", async (tool, input, repaired) => {
  const read = await readCall({ id: "1", tool, input }, reading);
  expect(read).toMatchObject({ ok: true, tool: "read_file", input: { path: "a" } });
  if (repaired !== undefined) expect(read.ok && read.repaired).toMatch(repaired);
});

test.each([
  ["raed_fil", "{}", /Did you mean read_file/],
  ["__proto__", "{}", /no tool/],
  ["read_file", "the file, please", /not JSON/],
  ["read_file", "{}", /"path" is missing/],
])("readCall(%j, %j) says what is wrong", async (tool, input, reason) => {
  const read = await readCall(
    { id: "1", tool, input },
    { ...reading, canonicalName: own(reading.canonicalName) },
  );
  expect(read.ok === false && read.reason).toMatch(reason);
});

function own(look: (name: string) => string | undefined) {
  return (name: string) => (["read_file", "file_read"].includes(name) ? look(name) : undefined);
}

test("chooseModel() takes the key of the environment, else the offline model", async () => {
  const nobody = "http://127.0.0.1:9";
  expect(await chooseModel({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://x/v1" })).toMatchObject({
    provider: "openai",
    apiKey: "k",
    baseUrl: "http://x/v1",
  });
  expect(await chooseModel({ GEMINI_API_KEY: "g" })).toMatchObject({ provider: "google", apiKey: "g" });
  expect(await chooseModel({ OPENAI_API_KEY: "", OLLAMA_HOST: nobody })).toMatchObject({
    provider: "offline",
  });
});

test("parseModelName() keeps colons of the name and refuses unknown providers", () => {
  expect(parseModelName("ollama:qwen3:8b")).toEqual({ provider: "ollama", name: "qwen3:8b" });
  expect(parseModelName("offline")).toEqual({ provider: "offline", name: "rules" });
  expect(() => parseModelName("gpt-5")).toThrow(/provider:name/);
});

test("the offline model answers from the results it was given, in the language of the question", async () => {
  const model = createOfflineModel();
  const ask = async (text: string, data: unknown) => {
    const messages: ModelRequest["messages"] = [
      { role: "user", text },
      { role: "assistant", text: "", calls: [{ id: "1", tool: "current_time", input: "{}" }] },
      { role: "tool", callId: "1", tool: "current_time", text: "", failed: false, data },
    ];
    return (await collectReply(model.stream({ ...request, messages }, { signal }))).text;
  };
  const data = { iso: "2026-11-15T20:05:00+09:00", timezone: "Asia/Tokyo" };
  expect(await ask("time in Tokyo", data)).toBe("It is 20:05 on Sunday, 2026-11-15 (Asia/Tokyo).");
  expect(await ask("东京几点", data)).toBe("现在是 2026-11-15（星期日）20:05，时区 Asia/Tokyo。");
});

test("the offline model says which tool is missing instead of calling what it was not offered", async () => {
  const messages: ModelRequest["messages"] = [{ role: "user", text: "查一下东京的天气" }];
  const reply = await collectReply(createOfflineModel().stream({ ...request, messages }, { signal }));
  expect(reply).toMatchObject({ calls: [], text: expect.stringContaining("web_search") });
});
