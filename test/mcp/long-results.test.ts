// What a client gets of a server's long results: the server's own words and metadata, valid content, and a link to the rest.
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningServer } from "../../src/doors/http/serve.ts";
import { type AHarbour, aHarbour, type ServersInput } from "./a-harbour.ts";
import { serveMcp } from "./serve-mcp.ts";

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly uri?: string;
}

const META = (name: string) => ({ "example.com/trace": name });
const servers: ServersInput = {
  long: {
    command: process.execPath,
    args: [join(import.meta.dirname, "fixtures/long-results-server.ts")],
    trusted: true,
    sends: "nothing",
    risk: { "*": "low", describe_later: "medium" },
  },
};

let harbour: AHarbour;
let door: RunningServer;

async function open(runtime = harbour.runtime): Promise<RunningServer> {
  await runtime.mcp.discover();
  return serveMcp({ runtime, mode: "full", host: "127.0.0.1", port: 0, onFault: () => {} });
}

beforeAll(async () => {
  harbour = await aHarbour(servers);
  door = await open();
});
afterAll(async () => {
  await door.close();
  await harbour.close();
});

for (const [era, mode] of [
  ["modern", { pin: "2026-07-28" }],
  ["legacy", "legacy"],
] as const) {
  async function connect(url = door.url): Promise<Client> {
    const client = new Client({ name: "long", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await client.listTools(); // from now on it checks results
    return client;
  }

  /** Calls a tool, and returns its result with its blocks. */
  async function call(client: Client, name: string, input: object) {
    const { content, ...rest } = await client.callTool({ name, arguments: { ...input } });
    return { ...rest, blocks: content as Block[] };
  }

  async function wholeOf(client: Client, blocks: readonly Block[]): Promise<string> {
    let whole = "";
    let uri: unknown = blocks.find(({ type }) => type === "resource_link")?.uri;
    while (typeof uri === "string") {
      const [page] = (await client.readResource({ uri })).contents;
      whole += page !== undefined && "text" in page ? page.text : "";
      uri = page?._meta?.["dejima/next"];
    }
    return whole;
  }

  test(`a ${era} client gets the beginning of a server's own words, never the result as JSON in a text`, async () => {
    const client = await connect();
    for (const length of [100, 30_000, 2_000_000]) {
      const { blocks, structuredContent, _meta } = await call(client, "describe", { length });
      expect(blocks[0]?.text).toMatch(/^\{"text":"x+/);
      expect(JSON.stringify(blocks).length).toBeLessThan(20_000);
      expect(structuredContent).toMatchObject({ count: length });
      expect(_meta).toMatchObject(META("describe"));
      if (length > 100) expect(await wholeOf(client, blocks)).toContain(`"count":${length}`);
    }
    await client.close();
  });

  test(`the limit of a ${era} client holds for structured content beside a picture, too`, async () => {
    const client = await connect();
    const { blocks, ...result } = await call(client, "paint", { length: 1_500_000 });
    expect(blocks.map(({ type }) => type)).toEqual(["text", "image", "resource_link"]);
    expect(JSON.stringify(result).length).toBeLessThan(100_000);
    expect(result).toMatchObject({ structuredContent: { count: 1_500_000 }, _meta: META("paint") });
    expect(await wholeOf(client, blocks)).toContain("x".repeat(1_500_000));
    await client.close();
  });

  test(`a ${era} client gets a server's error with its metadata, and a link to the whole of a long one`, async () => {
    const client = await connect();
    const short = await call(client, "fail", { length: 10 });
    expect(short).toMatchObject({
      isError: true,
      _meta: { ...META("fail"), "dejima/error": "exit_nonzero" },
    });
    const { blocks, isError } = await call(client, "fail", { length: 300_000 });
    expect(isError).toBe(true);
    expect(blocks[0]?.text).toContain('{"text":"xxx');
    expect(await wholeOf(client, blocks)).toContain("x".repeat(300_000));
    await client.close();
  });

  test(`resume_call gives a ${era} client the same result each time, also after a restart`, async () => {
    const client = await connect();
    const asked = await call(client, "describe_later", { length: 30_000 });
    const { id } = (asked._meta as Record<string, { id: string }>)["dejima/pending"] ?? { id: "" };
    const early = await call(client, "resume_call", { id });
    expect(early).toMatchObject({ isError: true, _meta: { "dejima/pending": { id } } });
    expect(early.blocks[0]?.text).toContain(`dejima approvals approve ${id}`);
    await harbour.runtime.approvals.answer(id, { answer: "approve", by: "a person", door: "test" });
    const wanted = { structuredContent: { count: 30_000 }, _meta: META("describe_later") };
    const first = await call(client, "resume_call", { id });
    expect(first).toMatchObject(wanted);
    expect(await call(client, "resume_call", { id })).toEqual(first);
    await client.close();
    const again = await open(harbour.again(servers));
    const later = await connect(again.url);
    expect(await call(later, "resume_call", { id })).toEqual(first);
    await later.close();
    await again.close();
  });
}
