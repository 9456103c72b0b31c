// What goes over the wire of the short path for calls, byte by byte.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { oddServer } from "./a-harbour.ts";
import { serveMcp } from "./serve-mcp.ts";

let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;
const faults: unknown[] = [];

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-quick-")));
  runtime = createRuntime({
    workspace,
    variables: process.env,
    config: {
      permissions: { safe: ["work", "sleep"], confirm: ["write_file"] },
      mcpServers: { odd: { ...oddServer("good"), risk: "low", sends: "nothing" } },
    },
  });
  const options = {
    runtime,
    host: "127.0.0.1",
    port: 0,
    names: [],
    onFault: (error: unknown) => void faults.push(error),
  };
  door = await serveMcp({ ...options, mode: "full" });
});

afterAll(async () => {
  await door.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: { id?: unknown; result?: Record<string, unknown>; error?: { message: string } };
}

/** A connection that says bytes and hears answers, in order. */
function open() {
  const { hostname, port, host } = new URL(door.url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => {});
  let heard = Buffer.alloc(0);
  let wake = () => {};
  socket.on("data", (piece: Buffer) => {
    heard = Buffer.concat([heard, piece]);
    wake();
  });
  async function answer(): Promise<Answer> {
    for (;;) {
      const whole = wholeAnswer(heard);
      if (whole !== undefined) {
        heard = heard.subarray(whole.length);
        return whole;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return { socket, host, closed, answer };
}

function wholeAnswer(heard: Buffer): (Answer & { readonly length: number }) | undefined {
  const end = heard.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = heard.toString("latin1", 0, end);
  const status = Number(head.split(" ")[1]);
  const [, told] = /content-length: (\d+)/i.exec(head) ?? [];
  const pieces: Buffer[] = [];
  let at = end + 4;
  for (let more = true; more; ) {
    const lineEnd = told === undefined ? heard.indexOf("\r\n", at) : at - 2;
    const length =
      told === undefined ? Number.parseInt(heard.toString("latin1", at, lineEnd), 16) : Number(told);
    const next = lineEnd + 2 + length + (told === undefined ? 2 : 0);
    if (lineEnd < 0 || Number.isNaN(length) || next > heard.length) return undefined;
    pieces.push(heard.subarray(lineEnd + 2, lineEnd + 2 + length));
    more = told === undefined && length > 0;
    at = next;
  }
  const text = Buffer.concat(pieces).toString();
  return { status, head, body: text === "" ? {} : JSON.parse(text), length: at };
}

const _meta = (capabilities: object = {}) => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "wire", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": capabilities,
});

function calling(
  id: number | string,
  name: string,
  input: object = {},
  fields: Readonly<Record<string, string>> = {},
  capabilities: object = {},
): string {
  const params = { name, arguments: input, _meta: _meta(capabilities) };
  return posting({ jsonrpc: "2.0", id, method: "tools/call", params }, { "mcp-name": name, ...fields });
}

function posting(
  message: { method: string } & Record<string, unknown>,
  fields: Readonly<Record<string, string>> = {},
): string {
  const body = JSON.stringify(message);
  const all = {
    host: new URL(door.url).host,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": message.method,
    ...fields,
    "content-length": String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST /mcp HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

const said = ({ body }: Answer) => (body.result?.content as { text: string }[] | undefined)?.[0]?.text;

test("calls follow one another on one connection, and every answer says what HTTP wants", async () => {
  const { socket, answer } = open();
  for (const id of [1, "two", 3]) {
    socket.write(calling(id, "work"));
    const heard = await answer();
    expect([heard.status, heard.body.id, said(heard)]).toEqual([200, id, "worked"]);
    expect(heard.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(heard.head).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/i);
    expect(heard.head).toContain("content-type: application/json");
  }
  socket.destroy();
});

test("any other request on the connection is answered too, and calls after it", async () => {
  const { socket, answer } = open();
  socket.write(calling(1, "work"));
  expect(said(await answer())).toBe("worked");
  socket.write(posting({ jsonrpc: "2.0", id: 2, method: "tools/list", params: { _meta: _meta() } }));
  const listed = await answer();
  expect(JSON.stringify(listed.body.result)).toContain('"work"');
  socket.write(calling(3, "work"));
  expect(said(await answer())).toBe("worked");
  socket.write(calling(4, "no_such_tool"));
  expect((await answer()).body.error?.message).toContain("Unknown tool");
  socket.write(calling(5, "work"));
  expect(said(await answer())).toBe("worked");
  socket.destroy();
});

test("requests that come all at once are answered in order", async () => {
  const { socket, answer } = open();
  socket.write([1, 2, 3, 4].map((id) => calling(id, "work")).join(""));
  for (const id of [1, 2, 3, 4]) expect((await answer()).body.id).toBe(id);
  socket.destroy();
});

test("a request that comes while another one is under way waits for it", async () => {
  const { socket, answer } = open();
  const started = new Promise<void>((resolve) => {
    const stop = runtime.subscribe((event) => {
      if (event.type !== "call-start" || event.tool !== "sleep") return;
      stop();
      resolve();
    });
  });
  socket.write(calling(1, "sleep", { duration: 0.2 }));
  await started;
  socket.write(calling(2, "work"));
  socket.write(posting({ jsonrpc: "2.0", id: 3, method: "tools/list", params: { _meta: _meta() } }));
  expect((await answer()).body.id).toBe(1);
  expect((await answer()).body.id).toBe(2);
  expect((await answer()).body.id).toBe(3);
  socket.destroy();
});

test("a request in pieces, and one with a body of megabytes, are answered", async () => {
  const { socket, answer } = open();
  const whole = Buffer.from(calling(1, "work"));
  for (const byte of [whole.subarray(0, 10), whole.subarray(10, 200), whole.subarray(200)]) {
    socket.write(byte);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(said(await answer())).toBe("worked");
  const { socket: other, answer: otherAnswer } = open();
  other.write(calling(2, "work", { note: "x".repeat(500_000) }));
  expect((await otherAnswer()).body.id).toBe(2);
  socket.destroy();
  other.destroy();
});

test("strangers are refused as everywhere else: by host, origin and token", async () => {
  for (const [fields, status] of [
    [{ host: "evil.example" }, 403],
    [{ origin: "https://evil.example" }, 403],
    [{ authorization: "Bearer dj_wrong" }, 401],
    [{ via: "1.1 somebody" }, 401],
    [{ "content-type": "text/plain" }, 400],
    [{ "content-type": "application/xml" }, 415],
  ] as const) {
    const { socket, answer } = open();
    socket.write(calling(1, "work"));
    expect(said(await answer())).toBe("worked");
    socket.write(calling(2, "work", {}, fields));
    expect([fields, (await answer()).status]).toEqual([fields, status]);
    socket.destroy();
  }
  expect(faults).toEqual([]); // a sender's mistake is none of the server's
});

test("a token is looked up for every call: one that was revoked opens no more", async () => {
  const tokens = openTokens(runtime.store.documents);
  const authorization = `Bearer ${await tokens.create("wire", "user")}`;
  const { socket, answer } = open();
  socket.write(calling(1, "work", {}, { authorization }));
  expect(said(await answer())).toBe("worked");
  const runs = await runtime.store.runs.list({ limit: 100 });
  expect(runs.map(({ title }) => title)).toContain("mcp wire 1 as wire");
  await tokens.revoke("wire");
  socket.write(calling(2, "work", {}, { authorization }));
  expect((await answer()).status).toBe(401);
  socket.destroy();
});

test("a client that goes away cancels its call", async () => {
  const { socket, answer } = open();
  socket.write(calling(1, "work"));
  await answer();
  const ended = new Promise<string>((resolve) => {
    const stop = runtime.subscribe((event) => {
      if (!("tool" in event) || event.tool !== "sleep") return;
      if (event.type === "call-start") socket.destroy();
      if (event.type !== "call-end") return;
      stop();
      resolve(event.result.error?.code ?? "done");
    });
  });
  socket.write(calling(2, "sleep", { duration: 15 }));
  expect(await ended).toBe("cancelled");
});

test("a call that waits for a person outlives the connection it came by, and the calls after it there", async () => {
  const first = open();
  const write = { path: "wire.txt", content: "x" };
  first.socket.write(calling(1, "write_file", write, {}, { elicitation: {} }));
  const asked = (await first.answer()).body.result ?? {};
  expect(asked.resultType).toBe("input_required");
  first.socket.write(calling(2, "work"));
  expect(said(await first.answer())).toBe("worked");
  first.socket.destroy();
  await first.closed;
  const second = open();
  const [key = ""] = Object.keys(asked.inputRequests as object);
  const params = {
    name: "write_file",
    arguments: write,
    _meta: _meta({ elicitation: {} }),
    requestState: asked.requestState,
    inputResponses: {} as Record<string, unknown>,
  };
  params.inputResponses[key] = { action: "accept", content: { answer: "approve" } };
  const message = { jsonrpc: "2.0", id: 3, method: "tools/call", params };
  second.socket.write(posting(message, { "mcp-name": "write_file" }));
  const { result } = (await second.answer()).body;
  expect(result).toMatchObject({ resultType: "complete" });
  expect(result?.isError).not.toBe(true);
  second.socket.destroy();
});
