import { expect, test } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf } from "../../../test/support/a-runtime.ts";
import { processorTime } from "../../../test/support/processor-time.ts";
import { effectSchema } from "../../contract/effect.ts";
import { DejimaError } from "../../contract/error.ts";
import { redactStream } from "./redact-stream.ts";
import { createRedactor } from "./redactor.ts";

// Made up, in the shapes that their issuers document; joined here so that no scanner takes this file for a leak.
const TOKENS: Readonly<Record<string, string>> = {
  "private key": `-----BEGIN RSA ${"PRIVATE"} KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEowIBAAKCAQEA\nabc/def+ghi=\n-----END RSA ${"PRIVATE"} KEY-----`,
  "aws key id": `AKIA${"IOSFODNN7EXAMPLE"}`,
  "github token": `ghp_${"a1B2".repeat(9)}`,
  "dejima token": `dj_${"a1B2-".repeat(8)}_x9`,
  "gitlab token": `glpat-${"a1B2_".repeat(4)}`,
  "slack token": `xoxb-${"1234567890-abcdef"}`,
  "model key": `sk-ant-${"api03-a1B2c3D4e5F6g7H8".repeat(2)}`,
  "google key": `AIza${"a1B2c".repeat(7)}`,
  "npm token": `npm_${"a1B2".repeat(9)}`,
  "stripe key": `sk_live_${"a1B2".repeat(6)}`,
  "search key": `tvly-${"a1B2".repeat(6)}`,
  "bot token": `123456789:AA${"a1B2c3D4e5F".repeat(3)}`,
  "json web token": `eyJ${"hbGciOiJIUzI1"}.eyJ${"zdWIiOiIxMjM0"}.${"s5fl_KxwRJSMeKKF2QT4"}`,
  "bearer token": `${"a1B2c3D4e5F6".repeat(3)}==`,
  "url password": "s3cr3t-p4ss",
};

const inContext = (name: string, token: string) =>
  name === "bearer token"
    ? `Authorization: Bearer ${token}`
    : name === "url password"
      ? `postgres://admin:${token}@db.example/app`
      : `before ${token} after`;

for (const [name, token] of Object.entries(TOKENS)) {
  test(`createRedactor() finds a ${name} in text and in JSON, and keeps the text around it`, () => {
    const { text, json, record } = createRedactor();
    const held = inContext(name, token);
    expect(text(held)).toBe(held.replace(token, `[redacted: ${name}]`));
    for (const clean of [json, record]) {
      const data = { [held]: [held, 1, null] };
      const shown = JSON.stringify(JSON.parse(clean(JSON.stringify(data))));
      expect(shown).not.toContain(JSON.stringify(token).slice(1, -1));
      expect(shown).toContain(`[redacted: ${name}]`);
    }
  });
}

test("createRedactor() finds a token that is broken over quoted lines", () => {
  const { text } = createRedactor(["a-configured-value-4711"]);
  for (const token of [TOKENS["github token"] ?? "", "a-configured-value-4711"])
    for (const quote of ["> ", "> > ", ">> ", "| "])
      expect(text(`${quote}it is ${token.slice(0, 14)}\n${quote}${token.slice(14)} in use`)).toMatch(
        /it is \[redacted: .*\] in use$/,
      );
});

test("createRedactor() leaves ordinary text alone", () => {
  const { text } = createRedactor(["ab"]);
  const ordinary = [
    "sk-1 task-force risk-based, npm_config_cache=/tmp, eyJ is no token, https://user@example.com/a:b@c",
    "https://example.com:8080/path, AKIAB, ghp_short, Bearer of news, 12345:AAB, abc ab a b",
  ];
  for (const line of ordinary) expect(text(line)).toBe(line);
});

test("createRedactor() takes time linear in the text, for any text", () => {
  const { text } = createRedactor(["a-configured-value"]);
  const pieces = [
    `-----BEGIN ${"PRIVATE"} KEY-----`,
    "-----BEGIN A ",
    "a://b:",
    "eyJaaaaaaaa.",
    "sk-",
    "123456789:AA",
    "Bearer ",
    "a-configured-",
  ];
  const started = processorTime();
  for (const piece of pieces) text(piece.repeat(Math.ceil(2_000_000 / piece.length)));
  expect(processorTime() - started).toBeLessThan(5_000);
});

test("createRedactor() finds configured values in every spelling that travels", () => {
  const secret = 'p@ss "word"/ü';
  const { text, json } = createRedactor([secret]);
  for (const spelling of [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    JSON.stringify({ secret }),
  ]) {
    expect(text(`x ${spelling} y`)).not.toMatch(/word/);
  }
  expect(JSON.parse(json(JSON.stringify({ a: [secret] })))).toEqual({ a: ["[redacted: configured secret]"] });
});

test("json() and record() leave the words of an effect whole behind an address that ends in a secret", () => {
  const target = "mcp://bank/?tool=update_password&new_password=blue-Heron-77";
  const effects = [{ kind: "host.send", target, server: "added" }];
  const raw = JSON.stringify({ effects, status: "pending" });
  for (const redacted of [createRedactor([]).json(raw), createRedactor([]).record(raw)]) {
    expect(redacted).not.toContain("Heron");
    const { effects: kept } = JSON.parse(redacted);
    expect(z.array(effectSchema).parse(kept)).toMatchObject([{ server: "added" }]);
  }
});

test("record() keeps the id of a question, whatever hash follows it", () => {
  const raw = JSON.stringify({ type: "approval-start", id: "nodapi", callHash: "0f".repeat(32) });
  expect(createRedactor([]).record(raw)).toBe(raw);
});

test("createRedactor() replaces the longest value first, so that no part of it remains", () => {
  const { text } = createRedactor(["abcd", "abcd-efgh-ijkl"]);
  expect(text("abcd-efgh-ijkl")).toBe("[redacted: configured secret]");
});

test("json() and record() remove a configured value under the field name of a secret completely", () => {
  const { json, record } = createRedactor(["hunter2abc9 and the rest"]);
  const data = { params: { password: "hunter2abc9 and the rest" } };
  for (const clean of [json, record])
    expect(JSON.parse(clean(JSON.stringify(data)))).toEqual({
      params: { password: "[redacted: configured secret]" },
    });
});

test("json() finds configured values that are numbers or keys of the data, and keeps other numbers whole", () => {
  const { json } = createRedactor(["12345678", "hunter2-token"]);
  const data = {
    n: 12345678,
    list: [112345678, "x12345678y"],
    "hunter2-token": 1,
    nested: { "a-hunter2-token": {} },
  };
  expect(JSON.parse(json(JSON.stringify(data)))).toEqual({
    n: "[redacted: configured secret]",
    list: [112345678, "x[redacted: configured secret]y"],
    "[redacted: configured secret]": 1,
    nested: { "a-[redacted: configured secret]": {} },
  });
});

test("record() keeps keys and our own fields, whatever the configured values are", () => {
  const { record } = createRedactor(["2026", "call-end", "tool", "params"]);
  const event = {
    type: "call-end",
    at: "2026-11-15T10:00:00.000Z",
    callId: "20261115-1.1",
    tool: "my tool",
    n: 2026,
  };
  expect(JSON.parse(record(JSON.stringify(event)))).toEqual({
    ...event,
    tool: "my [redacted: configured secret]",
  });
});

test("no secret of the config reaches an outcome, an event, a question, the log or any file under the home", async () => {
  const secret = "hunter2-token-8d1f";
  const number = "9182736455";
  const text = z.object({ text: z.string(), more: z.unknown().optional() });
  const echo = aTool({ name: "echo", input: text, run: (input) => input });
  const failing = aTool({
    name: "failing",
    input: text,
    run: ({ text }) => {
      throw new DejimaError("conflict", `Cannot take ${text}`, { text, [text]: 1 });
    },
  });
  const foreign = aTool({
    name: "foreign",
    input: text,
    run: ({ text }) => {
      throw new Error(text);
    },
  });
  const streaming = aTool({
    name: "streaming",
    input: text,
    async *run({ text }, { progress }) {
      progress({ message: `working on ${text}` });
      yield { type: "chunk", text: `got ${text}` };
      throw new Error(`lost ${text}`);
    },
  });
  const asking = aTool({
    name: "asking",
    risk: "medium",
    input: text,
    run: ({ text }) => text.repeat(5_000),
  });
  const questions: unknown[] = [];
  await using world = await aRuntime({
    tools: [echo, failing, foreign, streaming, asking],
    yaml: 'webSearch: {provider: tavily, apiKey: "${API_KEY}"}\nworkspace: "${PIN:-.}"\ntools: {environment: {read: ["${PIN_NAME}"]}}\n',
    variables: { API_KEY: secret, PIN_NAME: number },
    ask: async (request) => {
      questions.push(request);
      return { answer: "approve", by: `somebody with ${secret}` };
    },
  });
  const seen: unknown[] = [];
  const call = async (tool: string, input: unknown) => {
    const outcome = await world.runtime.execute(tool, input, { onEvent: (event) => void seen.push(event) });
    seen.push(outcome);
    return outcome;
  };
  const data = {
    text: secret,
    more: { [secret]: Number(number), url: `https://x/?k=${encodeURIComponent(secret)}` },
  };
  expect(outputOf(await call("echo", data))).toMatchObject({ text: "[redacted: configured secret]" });
  outputOf(await call("echo", { text: "large", more: Array.from({ length: 3_000 }, () => data) }));
  expect(errorOf(await call("failing", data)).message).toBe("Cannot take [redacted: configured secret]");
  expect(errorOf(await call("foreign", data)).code).toBe("internal");
  expect(errorOf(await call("streaming", data)).code).toBe("internal");
  outputOf(await call("asking", data));
  expect(errorOf(await call(secret, data)).code).toBe("tool_not_found");
  seen.push(await world.runtime.redactedConfig());
  await (await world.runtime.openRun({ title: `find out about ${secret}` })).end("done");
  seen.push(await world.runtime.history.list({ limit: 10 }));
  await world.runtime.close();

  const shown = JSON.stringify([seen, questions, world.events]);
  const stored = await world.homeFiles();
  expect(stored.size).toBeGreaterThan(4);
  for (const raw of [secret, number, Buffer.from(secret).toString("base64")]) {
    expect(shown).not.toContain(raw);
    for (const [name, content] of stored) expect([name, content.includes(raw)]).toEqual([name, false]);
  }
  expect(shown).toContain("working on [redacted: configured secret]");
});

test("keys that models are asked with are left out, from the environment and written into the config", async () => {
  const echo = aTool({
    name: "echo",
    input: z.object({ text: z.string() }),
    run: ({ text }) => ({ said: text }),
  });
  await using world = await aRuntime({
    tools: [echo],
    yaml: "models: {providers: {ollama: {apiKey: plain-literal-key}}}\n",
    variables: { OPENAI_API_KEY: "plain-environment-key" },
  });
  const outcome = await world.runtime.execute("echo", { text: "plain-literal-key plain-environment-key" });
  expect(JSON.stringify(outcome)).not.toMatch(/plain-(?:literal|environment)-key/);
  for (const [file, text] of await world.homeFiles())
    expect(text.match(/plain-(?:literal|environment)-key/), file).toBeNull();
});

test("what a tool logs or asks the caller in the middle of a call is redacted", async () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const heard: unknown[] = [];
  const telling = aTool({
    name: "telling",
    async run(_input, { dialogue }) {
      dialogue?.onLog?.({ level: "info", data: { line: `one\n${token}` } });
      return dialogue?.request({ method: "elicitation/create", params: { message: `\t${token}` } });
    },
  });
  await using world = await aRuntime({ tools: [telling] });
  const run = await world.runtime.openRun({ title: "tell" });
  const outcome = await run.execute({
    tool: "telling",
    input: {},
    dialogue: {
      can: () => true,
      onLog: (message) => void heard.push(message),
      request: async (asked) => {
        heard.push(asked);
        return { said: `\r\n${token}` };
      },
    },
  });
  await run.end("done");
  expect(heard).toHaveLength(2);
  expect(JSON.stringify([heard, outcome])).not.toContain(token);
  expect(outputOf(outcome)).toEqual({ said: "\r\n[redacted: github token]" });
});

const HIDDEN = [
  "\u200b",
  "\u00ad",
  "\u2060\ufeff",
  "\x1b[0m",
  "\u{e0041}",
  "\ufe0f",
  "\u202e",
  "\0",
  "\b",
  "\x7f",
  "\u200d",
];
const SPLIT = `ghp_${"a1B2".repeat(9)}`;

test("characters that nobody sees do not keep a secret from being found, wherever they stand in it", () => {
  const redactor = createRedactor(["configured-value-1"]);
  for (const hidden of HIDDEN)
    for (const at of [1, 4, 12, 17])
      for (const secret of [SPLIT, "configured-value-1"]) {
        const split = `x ${secret.slice(0, at)}${hidden}${secret.slice(at)} y`;
        const data = JSON.stringify({ list: [split], [split]: 1 });
        const texts = [
          redactor.text(split),
          ...stringsOf(redactor.json(data)),
          stringsOf(redactor.record(data))[0],
        ];
        expect([...new Set(texts)]).toEqual([
          `x [redacted: ${secret === SPLIT ? "github token" : "configured secret"}] y`,
        ]);
      }
  const honest = "👩\u200d💻 a\u200bb می\u200cخواهم \x1b[1mbold\x1b[0m";
  expect(redactor.text(honest)).toBe(honest);
});

test("nor in a stream that is cut anywhere", () => {
  const redactor = createRedactor();
  for (const hidden of HIDDEN) {
    const text = `x ${SPLIT.slice(0, 9)}${hidden}${SPLIT.slice(9)} y`;
    const stream = redactStream(redactor);
    const shown = [...text].map((piece) => stream.push(piece)).join("") + stream.end();
    expect(shown).toBe("x [redacted: github token] y");
  }
});

/** The key and the value that the data of the test above has. */
function stringsOf(json: string): string[] {
  const { list, ...rest } = z.looseObject({ list: z.array(z.string()) }).parse(JSON.parse(json));
  return [...list, ...Object.keys(rest)];
}

test.each([
  ["ghp_", `ghp_${"a1B2".repeat(9)}`],
  ["AKIA", `AKIA${"IOSFODNN7EXAMPLE"}`],
  ["configured", "Tr0ub4dor-3-horse-battery"],
])(
  "createRedactor() finds a secret backwards, as a list of numbers and cut over fields: %s",
  (_name, secret) => {
    const redactor = createRedactor(["Tr0ub4dor-3-horse-battery"]);
    const turned = [...secret].reverse().join("");
    const numbers = [...secret].map((letter) => letter.charCodeAt(0));
    for (const text of [
      `say ${turned} now`,
      JSON.stringify(numbers, null, 4),
      numbers.map((n) => `0x${n.toString(16)}`).join(", "),
    ])
      expect(redactor.text(text)).toContain("[redacted");
    for (const data of [
      { note: turned },
      { data: numbers },
      { type: "Buffer", data: [10, ...numbers, 10] },
      { first: secret.slice(0, 9), second: secret.slice(9) },
      { a: { x: 1, first: secret.slice(0, 7), mid: secret.slice(7, 14), second: secret.slice(14) } },
    ]) {
      const shown = redactor.json(JSON.stringify(data));
      expect(shown).toContain("[redacted");
      const values = JSON.stringify(JSON.parse(shown)).replaceAll(/"[a-z]+":/g, "");
      expect(values.replaceAll(/[",{}]/g, "")).not.toContain(secret.slice(10));
    }
    const plain = { data: [...Array(40).keys()].map((n) => n + 40), a: "one", b: "two", c: "phg_ and AIKA" };
    expect(redactor.json(JSON.stringify(plain))).toBe(JSON.stringify(plain));
  },
);
