import { readFileSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { processorTime } from "../../../test/support/processor-time.ts";
import { openEmbeddedEmbedder } from "./embedded-embedder.ts";
import { EMBEDDED_MODEL_URL, loadEmbeddedEmbedder } from "./load-embedded-embedder.ts";

const embedder = await loadEmbeddedEmbedder();
const bytes = () => new Uint8Array(readFileSync(EMBEDDED_MODEL_URL));

function likeness(a: string, b: string): number {
  const [first, second] = [embedder.embedNow(a, "query"), embedder.embedNow(b, "document")];
  return first.reduce((sum, value, index) => sum + value * (second[index] ?? 0), 0);
}

test("embed() puts a Chinese request nearer to the English tool that serves it than to others", () => {
  const requests: [string, string][] = [
    ["明天杭州会下雨吗", "weather forecast for a city"],
    ["给老板发一封邮件", "send an email message"],
    ["把这几个文件压缩一下", "compress files into an archive"],
    ["帮我订一张去上海的火车票", "book a train ticket"],
  ];
  for (const [request, tool] of requests)
    for (const [, other] of requests)
      if (other !== tool) expect(likeness(request, tool)).toBeGreaterThan(likeness(request, other));
});

test("embed() reads full-width, accented and traditional spellings as the plain ones", () => {
  expect(likeness("ＳＥＮＤ ＭＡＩＬ", "send mail")).toBeCloseTo(1, 5);
  expect(likeness("查詢天氣預報", "查询天气预报")).toBeCloseTo(1, 5);
  expect(likeness("café menu", "cafe menu")).toBeCloseTo(1, 5);
  expect(likeness("getWeatherForecast", "get weather forecast")).toBeCloseTo(1, 5);
});

test("embed() gives vectors of unit length, and zeros for a text without words", async () => {
  const [plain, empty, emoji] = await embedder.embed(["read a file", "", "🎉🎉"], "query");
  const length = (vector: Float32Array | undefined) => Math.hypot(...(vector ?? []));
  expect(length(plain)).toBeCloseTo(1, 5);
  expect(length(empty)).toBe(0);
  expect(length(emoji)).toBe(0);
});

test("embed() takes a million characters in bounded time", () => {
  const started = processorTime();
  embedder.embedNow("weather ".repeat(125_000), "document");
  expect(processorTime() - started).toBeLessThan(500);
});

test("openEmbeddedEmbedder() refuses a file with one changed byte, a short one and another kind", async () => {
  const changed = bytes();
  changed[changed.length - 5] = (changed[changed.length - 5] ?? 0) ^ 1;
  await expect(openEmbeddedEmbedder(changed)).rejects.toThrow("its checksum does not match");
  await expect(openEmbeddedEmbedder(bytes().slice(0, -1))).rejects.toThrow("its length does not fit");
  await expect(openEmbeddedEmbedder(bytes().slice(0, 40))).rejects.toThrow("Cannot read the embedded model");
  await expect(openEmbeddedEmbedder(new Uint8Array(100))).rejects.toThrow("it does not begin as one");
});

test("loadEmbeddedEmbedder() names the file that is missing", async () => {
  await expect(loadEmbeddedEmbedder(new URL("file:///nowhere/x.model"))).rejects.toThrow("/nowhere/x.model");
});

test("loadEmbeddedEmbedder() loads a file once per process, and tries again after a failure", async () => {
  const file = pathToFileURL(join(await mkdtemp(join(tmpdir(), "dejima-model-")), "x.model"));
  await expect(loadEmbeddedEmbedder(file)).rejects.toThrow("x.model");
  await writeFile(file, bytes());
  const [first, second] = await Promise.all([loadEmbeddedEmbedder(file), loadEmbeddedEmbedder(file)]);
  expect(second).toBe(first);
});
