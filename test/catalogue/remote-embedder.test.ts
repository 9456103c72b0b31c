import { afterEach, beforeEach, expect, test } from "vitest";
import { knownPrefixes, openRemoteEmbedder } from "../../src/model/remote-embedder.ts";
import { type EmbeddingServer, startEmbeddingServer } from "./embedding-server.ts";

let server: EmbeddingServer;
beforeEach(async () => {
  server = await startEmbeddingServer();
});
afterEach(() => server.close());

const open = (options: Partial<Parameters<typeof openRemoteEmbedder>[0]> = {}) =>
  openRemoteEmbedder({ driver: "openai", model: "some-model", url: server.url, ...options });

test("openRemoteEmbedder() learns the dimensions from the server and names them in its id", async () => {
  const embedder = await open();
  expect(embedder).toMatchObject({ id: "openai:some-model/8", dimensions: 8 });
  expect(server.seen).toMatchObject([{ path: "/v1/embeddings" }]);
});

test("embed() sends batches and keeps the order of the texts, whatever the order of the answer", async () => {
  const embedder = await open({ batch: 3 });
  const texts = ["a", "bb", "ccc", "dddd", "e", "f", "gg"];
  const vectors = await embedder.embed(texts, "document");
  expect(server.seen.slice(1).map((request) => request.texts.length)).toEqual([3, 3, 1]);
  const alone = await Promise.all(texts.map(async (text) => (await embedder.embed([text], "document"))[0]));
  expect(vectors).toEqual(alone);
  expect(Math.hypot(...(vectors[3] ?? []))).toBeCloseTo(1);
});

test("embed() puts the prefix of the kind before each text, and the id tells other prefixes apart", async () => {
  const plain = await open();
  const embedder = await open({ queryPrefix: "ask: ", documentPrefix: "tell: " });
  expect(embedder.id).not.toBe(plain.id);
  await embedder.embed(["one"], "query");
  await embedder.embed(["two"], "document");
  expect(server.seen.slice(-2).map((request) => request.texts)).toEqual([["ask: one"], ["tell: two"]]);
});

test("knownPrefixes() knows the families that want them, with and without a publisher", () => {
  expect(knownPrefixes("nomic-embed-text:v1.5").query).toBe("search_query: ");
  expect(knownPrefixes("intfloat/multilingual-e5-small")).toEqual({
    query: "query: ",
    document: "passage: ",
  });
  expect(knownPrefixes("text-embedding-3-small")).toEqual({ query: "", document: "" });
});

test("the ollama driver uses /api/embed, even if given the address of the other API", async () => {
  for (const url of [server.url, `${server.url}/`, `${server.url}/v1`]) {
    const embedder = await open({ driver: "ollama", url });
    expect((await embedder.embed(["a", "b"], "query")).length).toBe(2);
  }
  expect(new Set(server.seen.map(({ path }) => path))).toEqual(new Set(["/api/embed"]));
});

test("the key goes along as a bearer token", async () => {
  await open({ apiKey: "sk-of-a-test" });
  expect(server.seen[0]?.authorization).toBe("Bearer sk-of-a-test");
});

test("embed() refuses vectors of other dimensions than the first ones", async () => {
  const embedder = await open();
  server.answer.dimensions = 6;
  await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({
    code: "server_unavailable",
    message: expect.stringContaining("6 numbers instead of 8"),
  });
});

test.each([
  ["an error of the server", { status: 404, body: '{"error":"no such model"}' }, "404"],
  ["no JSON", { body: "<html>" }, "no vectors"],
  ["too few vectors", { body: '{"data":[]}' }, "0 vectors for 1 texts"],
  ["empty vectors", { body: '{"data":[{"embedding":[]}]}' }, "0 numbers"],
  ["words instead of numbers", { body: '{"data":[{"embedding":["a"]}]}' }, "no vectors"],
])("openRemoteEmbedder() says what is wrong: %s", async (_name, answer, reason) => {
  server.answer = { dimensions: 8, ...answer };
  await expect(open()).rejects.toMatchObject({
    code: "server_unavailable",
    message: expect.stringContaining(reason),
  });
});

test("a server that is not there, and one that does not answer, are told apart", async () => {
  await expect(open({ url: "http://127.0.0.1:9" })).rejects.toMatchObject({
    message: expect.stringContaining("cannot be reached"),
  });
  const { url, close } = await silentServer();
  await expect(open({ url, timeoutMs: 30 })).rejects.toMatchObject({
    message: expect.stringContaining("30 ms"),
  });
  await close();
});

async function silentServer(): Promise<{ url: string; close(): Promise<void> }> {
  const { createServer } = await import("node:net");
  const sockets = new Set<{ destroy(): void }>();
  const listener = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
