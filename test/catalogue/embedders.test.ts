import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EMBEDDED_MODEL_URL } from "../../src/model/embedded/load-embedded-embedder.ts";
import type { Search } from "../../src/wiring/tools/open-search.ts";
import { type EmbeddingServer, startEmbeddingServer } from "./embedding-server.ts";
import { aSearchWorld, aTool, type SearchWorld } from "./search-world.ts";

let world: SearchWorld;
let server: EmbeddingServer;
beforeEach(async () => {
  [world, server] = [await aSearchWorld(), await startEmbeddingServer()];
  await world.skill("invoices", "Write invoices and send reminders to customers who have not paid");
  await world.skill("gardening", "When to plant, water and cut flowers, trees and vegetables");
});
afterEach(async () => {
  await world.close();
  await server.close();
});

const remote = () => ({ driver: "ollama" as const, model: "letters", url: server.url, batch: 8 });
const start = (retryMs = 0): Promise<Search> => world.start({ embedder: remote(), retryMs });
const embedders = async () => (await world.store.vectors.embedders("skills")).map((space) => space.embedder);

test("an embedder of the config takes over in the background, and the markers name it", async () => {
  const release = Promise.withResolvers<void>();
  server.answer.after = release.promise;
  const search = await start();
  await search.refreshSkills();
  expect((await world.marker("invoices")).embedder).toContain("@");
  release.resolve();
  await search.settled();
  await expect.poll(async () => (await world.marker("invoices")).embedder).toBe("ollama:letters/8");
  const { hits, notices } = await search.skills("plant flowers and trees");
  expect(hits[0]?.name).toBe("gardening");
  expect(notices).toEqual(['The embedder "ollama:letters/8" is in use']);
  expect(await embedders()).toContain("ollama:letters/8");
});

test("a later start asks the server for nothing but its dimensions and the request", async () => {
  const first = await start();
  await first.refreshSkills();
  await first.settled();
  server.seen.length = 0;
  const search = await start();
  await search.skills("plant flowers");
  expect(server.seen.map(({ texts }) => texts)).toEqual([["dimensions"], ["plant flowers"]]);
});

test("a skill added later is embedded alone", async () => {
  const search = await start();
  await search.refreshSkills();
  await search.settled();
  server.seen.length = 0;
  await world.skill("weather", "The weather of today and tomorrow");
  await search.refreshSkills();
  expect(server.seen.flatMap(({ texts }) => texts).every((text) => text.includes("weather"))).toBe(true);
  expect((await search.skills("weather tomorrow")).hits[0]?.name).toBe("weather");
});

test("an embedder that cannot be reached is said aloud, and the embedded one answers", async () => {
  await server.close();
  const search = await start(60_000);
  const { hits, notices } = await search.skills("my roses need water");
  expect(hits[0]?.name).toBe("gardening");
  expect(notices.join()).toMatch(
    /Cannot embed with "letters".*cannot be reached.*embedded model is used instead/,
  );
  expect((await search.skills("my roses need water")).notices).toEqual([]);
});

test("an embedder that fails while it serves is passed over, and used again when it is back", async () => {
  const search = await start();
  await search.refreshSkills();
  await search.settled();
  server.answer.status = 500;
  const during = await search.skills("my roses need water");
  expect(during.hits[0]?.name).toBe("gardening");
  expect(during.notices.join()).toContain("answered 500");
  await world.skill("weather", "The weather of today and tomorrow");
  await search.refreshSkills();
  server.answer.status = 200;
  await search.skills("anything");
  await search.settled();
  server.seen.length = 0;
  const { hits } = await search.skills("weather tomorrow");
  expect(server.seen.map(({ texts }) => texts)).toEqual([["weather tomorrow"]]);
  expect(hits[0]).toMatchObject({
    name: "weather",
    why: expect.arrayContaining([expect.stringContaining("meaning")]),
  });
});

test("after a change of dimensions the embedder is opened again, and everything is embedded again", async () => {
  const search = await start();
  await search.refreshSkills();
  await search.settled();
  server.answer.dimensions = 12;
  const { hits, notices } = await search.skills("my roses need water");
  expect(hits[0]?.name).toBe("gardening");
  expect(notices.join()).toContain("12 numbers instead of 8");
  await search.skills("again");
  await search.settled();
  expect((await search.skills("plant flowers")).hits[0]?.name).toBe("gardening");
  expect(await embedders()).toEqual([expect.stringContaining("@"), "ollama:letters/12"]);
});

test("a change of the embedder deletes the vectors of the former one, once the new ones are there", async () => {
  const first = await start();
  await first.refreshSkills();
  await first.settled();
  await first.close();
  const other = await world.start({ embedder: { ...remote(), model: "other" }, retryMs: 0 });
  await other.refreshSkills();
  await other.settled();
  expect(await embedders()).toEqual([expect.stringContaining("@"), "ollama:other/8"]);
});

test("close() ends the background work and keeps its results", async () => {
  for (let index = 0; index < 30; index++)
    world.registry.register(aTool(`tool_${index}`, `Does thing ${index}`));
  const search = await start();
  await search.tools("thing 3");
  await search.close();
  const later = await start();
  await later.tools("thing 4");
  await later.settled();
  expect((await world.store.vectors.embedders("tools")).at(-1)).toEqual({
    embedder: "ollama:letters/8",
    count: 30,
  });
});

test("a damaged file of weights leaves a search by words, and says why", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-weights-"));
  const file = join(folder, "damaged.model");
  await copyFile(EMBEDDED_MODEL_URL, file);
  const bytes = await readFile(file);
  bytes[bytes.length - 7] = (bytes[bytes.length - 7] ?? 0) ^ 1;
  await writeFile(file, bytes);
  const search = await world.start({ modelFile: pathToFileURL(file) });
  const { hits, notices } = await search.skills("invoices for customers");
  expect(hits[0]?.name).toBe("invoices");
  expect(notices.join()).toMatch(/checksum does not match.*install the package again/);
  await expect(world.marker("invoices")).rejects.toThrow("ENOENT");
  await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
});

test("a store that fails costs no answer", async () => {
  const search = await world.start();
  await world.store.close();
  world.registry.register(aTool("send_fax", "Send a page to a fax machine"));
  const { hits, notices } = await search.tools("fax a page");
  expect(hits[0]?.name).toBe("send_fax");
  expect(notices.join()).toContain("cannot be kept");
});
