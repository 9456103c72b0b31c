import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One request that the server got. */
export interface SeenRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly texts: readonly string[];
}

/** A server of embeddings on loopback that speaks both wires. `answer` may be changed while it runs. */
export interface EmbeddingServer {
  readonly url: string;
  readonly seen: SeenRequest[];
  answer: { dimensions: number; status?: number; body?: string; after?: Promise<unknown> };
  close(): Promise<void>;
}

/** Starts it. Its vectors are counts of letters: alike for alike texts, whatever their length. */
export async function startEmbeddingServer(dimensions = 8): Promise<EmbeddingServer> {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { input } = JSON.parse(text);
    const texts: string[] = typeof input === "string" ? [input] : input;
    const path = request.url ?? "";
    held.seen.push({ path, authorization: request.headers.authorization, texts });
    const { status = 200, body, after } = held.answer;
    await after;
    const vectors = texts.map((one) => letterCounts(one, held.answer.dimensions));
    const answer = path.endsWith("/api/embed")
      ? { embeddings: vectors }
      : { data: vectors.map((embedding, index) => ({ index, embedding })).reverse() };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body ?? JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const held: EmbeddingServer = {
    url: `http://127.0.0.1:${port}`,
    seen: [],
    answer: { dimensions },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return held;
}

function letterCounts(text: string, dimensions: number): number[] {
  const counts = Array<number>(dimensions).fill(0.01);
  for (const character of text.toLowerCase()) {
    const at = (character.codePointAt(0) ?? 0) % dimensions;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
