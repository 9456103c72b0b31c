import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { parseModelName } from "./choose-model.ts";
import { collectReply, type ModelRequest } from "./language-model.ts";
import { type ChatItem, callGrammar, grammarOf, localHistory } from "./local-history.ts";
import { createLocalModel } from "./local-model.ts";

const time = {
  name: "current_time",
  description: "Tells the time in a time zone",
  inputSchema: {
    type: "object",
    properties: { timezone: { type: "string" }, format: { type: "string" } },
    required: ["timezone"],
  },
};
const request: ModelRequest = {
  system: "You help.",
  messages: [{ role: "user", text: "What time is it in Tokyo?" }],
  tools: [time],
  toolChoice: "auto",
};
const never = { signal: new AbortController().signal };

async function withFile<Result>(work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-gguf-"));
  try {
    const file = join(folder, "tiny.gguf");
    await writeFile(file, "GGUF");
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Replaces the package that people install themselves: it gives scripted replies in turn. */
function aPackage(
  replies: string[],
  asked: { history: readonly ChatItem[]; grammar: object | undefined }[] = [],
) {
  class LlamaChat {
    async generateResponse(
      history: readonly ChatItem[],
      { grammar, onTextChunk }: { grammar?: object; onTextChunk?: (text: string) => void },
    ) {
      const response = replies.shift() ?? "";
      asked.push({ history, grammar });
      for (const piece of response.match(/\S+\s*/g) ?? []) onTextChunk?.(piece);
      return { response };
    }
  }
  const model = {
    trainContextSize: 2048,
    tokenize: (text: string) => text.split(" "),
    createContext: async () => ({ getSequence: () => ({}) }),
  };
  const llama = {
    loadModel: async () => model,
    createGrammarForJsonSchema: async (schema: object) => schema,
  };
  return async () => ({ LlamaChat, LlamaLogLevel: { error: "error" }, getLlama: async () => llama });
}

test("createLocalModel() says what to install when the package is missing, and which file is not there", async () => {
  await withFile(async (file) => {
    const missing = () =>
      Promise.reject(Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" }));
    await expect(collectReply(createLocalModel(file, missing).stream(request, never))).rejects.toMatchObject({
      code: "server_unavailable",
      message: expect.stringMatching(
        /node-llama-cpp is not installed\. Install it .*npm install node-llama-cpp/,
      ),
      details: { retry: false },
    });
    expect(() => createLocalModel(`${file}.gguf`)).toThrow("no such file");
  });
});

test("createLocalModel() calls a tool in the words of a grammar, and answers freely when it wants to answer", async () => {
  await withFile(async (file) => {
    const asked: Parameters<typeof aPackage>[1] = [];
    const replies = [
      '{"tool": "current_time", "input": {"timezone": "Asia/Tokyo"}}',
      '{"tool": "answer"}',
      "It is noon.",
    ];
    const model = createLocalModel(file, aPackage(replies, asked));
    const first = await collectReply(model.stream(request, never));
    expect(first).toMatchObject({
      reason: "tool-calls",
      calls: [{ tool: "current_time", input: '{"timezone":"Asia/Tokyo"}' }],
    });
    const second = await collectReply(model.stream(request, never));
    expect(second).toMatchObject({ reason: "stop", text: "It is noon.", calls: [] });
    expect(asked?.map(({ grammar }) => grammar !== undefined)).toEqual([true, true, false]);
    expect(asked?.[0]?.grammar).toEqual(callGrammar([time]));
  });
});

test("grammarOf() keeps required fields and takes what it has no word for as a text", () => {
  expect(grammarOf(time.inputSchema)).toEqual({
    type: "object",
    properties: { timezone: { type: "string" } },
  });
  expect(grammarOf({ type: ["integer", "null"] })).toEqual({ type: "integer" });
  expect(grammarOf({ anyOf: [{ enum: ["a", "b"] }, {}] })).toEqual({ enum: ["a", "b"] });
  expect(grammarOf({ type: "array", items: { $ref: "#/x" } })).toEqual({
    type: "array",
    items: { type: "string" },
  });
});

test("localHistory() fits a small context and keeps the last message", () => {
  const messages = Array.from({ length: 50 }, (_none, n) => ({
    role: "user" as const,
    text: `${n} ${"x".repeat(500)}`,
  }));
  const items = localHistory({ system: "s".repeat(50_000), messages }, { tools: [time], contextSize: 2048 });
  expect(JSON.stringify(items).length).toBeLessThan(2048 * 3.5);
  expect(items.at(-1)).toMatchObject({ type: "user", text: expect.stringMatching(/^49 /) });
});

test("parseModelName() knows a GGUF file by its name", () => {
  expect(parseModelName("./a/b.gguf")).toEqual({ provider: "local", name: "./a/b.gguf" });
  expect(parseModelName("local:/x.GGUF")).toEqual({ provider: "local", name: "/x.GGUF" });
  expect(parseModelName("ollama:hf.co/x.gguf").provider).toBe("ollama");
});

// A folder in which `npm install node-llama-cpp` was run, with a model.gguf in it.
const folder = process.env.DEJIMA_LLAMA_FOLDER;
if (folder === undefined)
  console.log("local model: DEJIMA_LLAMA_FOLDER is not set, the run with a real model is passed over");

test.skipIf(folder === undefined)(
  "createLocalModel() runs a real model: a call that fits the schema, and an answer in pieces",
  async () => {
    const base = `${folder}/package.json`;
    const load = (name: string) => import(pathToFileURL(createRequire(base).resolve(name)).href);
    const model = createLocalModel(join(folder ?? "", "model.gguf"), load);
    const { calls } = await collectReply(model.stream(request, never));
    for (const { tool, input } of calls) {
      expect(tool).toBe("current_time");
      expect(JSON.parse(input)).toEqual({ timezone: expect.any(String) });
    }
    const pieces: string[] = [];
    const asks = {
      ...request,
      toolChoice: "none",
      maxTokens: 16,
      messages: [{ role: "user", text: "What is the capital of France?" }],
    } as const;
    const { text } = await collectReply(model.stream(asks, never), (part) => {
      if (part.type === "text-delta") pieces.push(part.text);
    });
    expect(text).toContain("Paris");
    expect(pieces.length).toBeGreaterThan(1);
  },
  600_000,
);
