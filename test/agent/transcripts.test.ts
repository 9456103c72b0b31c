import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openModel } from "../../src/model/language/open-model.ts";
import { aRuntime } from "../support/a-runtime.ts";

const recording = { name: "note.ogg", mediaType: "audio/ogg", content: Buffer.from("OggS and more") };
const from = { user: "telegram:1", door: "telegram", mayApprove: true };

/** A provider on loopback with a chat model that takes text alone. */
async function aProvider({ models, transcript }: { models: readonly string[]; transcript?: string }) {
  const sent: { readonly path: string; readonly body: string; readonly key: string }[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const body = (await buffer(request)).toString("latin1");
    sent.push({ path, body, key: request.headers.authorization ?? "" });
    if (path.endsWith("/models"))
      return void response.end(JSON.stringify({ data: models.map((id) => ({ id })) }));
    if (path.endsWith("/audio/transcriptions"))
      return void (transcript === undefined
        ? response.writeHead(404).end("{}")
        : response.end(JSON.stringify({ text: transcript })));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const piece = (delta: object, reason?: string) =>
      `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, delta, finish_reason: reason ?? null }] })}\n\n`;
    response.end(`${piece({ content: "Understood." })}${piece({}, "stop")}data: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const model = await openModel(
    { provider: "compatible", name: "little" },
    { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: "quiet-key" },
  );
  return {
    model,
    to: (end: string) => sent.filter(({ path }) => path.endsWith(end)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function converse(world: Awaited<ReturnType<typeof aRuntime>>, text: string) {
  const listening = new AbortController().signal;
  return Array.fromAsync(
    world.runtime.conversations.converse(text, from, {
      conversation: "telegram-1",
      listening,
      attachments: [recording],
    }),
  );
}

test("a recording reaches a model that takes none as a transcript, made once by the same provider, and marks the run", async () => {
  await using provider = await aProvider({
    models: ["little", "whisper-large-v3"],
    transcript: "Please water the plants",
  });
  await using world = await aRuntime({ model: provider.model });
  const said = await converse(world, "what does she say?");
  expect(JSON.stringify(said)).toContain('Heard in note.ogg: \\"Please water the plants\\"');
  const [upload, ...others] = provider.to("/audio/transcriptions");
  expect(others).toEqual([]);
  expect(upload?.key).toBe("Bearer quiet-key");
  expect(upload?.body).toMatch(/name="model"\r\n\r\nwhisper-large-v3/);
  expect(upload?.body).toContain("OggS and more");
  const [asked] = provider.to("/chat/completions");
  expect(asked?.body).toMatch(/data-[\w-]+ from=\\"recording\\">\\nPlease water the plants/);
  expect(world.events).toContainEqual(
    expect.objectContaining({ type: "taint-start", source: "attachment note.ogg" }),
  );
});

test("a provider that cannot write it down leaves one clear sentence, in the language of the message", async () => {
  await using provider = await aProvider({ models: ["little"] });
  await using world = await aRuntime({ model: provider.model });
  expect(JSON.stringify(await converse(world, "what does she say?"))).toContain(
    "note.ogg was kept, but compatible:little cannot listen to recordings",
  );
  expect(JSON.stringify(await converse(world, "她说了什么？"))).toContain("听不了录音");
  expect(provider.to("/audio/transcriptions")[0]?.body).toMatch(/name="model"\r\n\r\nwhisper-1/);
});
