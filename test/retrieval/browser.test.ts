import { existsSync, readFileSync } from "node:fs";
import { chromium, type Page } from "playwright-core";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import { EMBEDDED_MODEL_URL, loadEmbeddedEmbedder } from "../../src/model/embedded/load-embedded-embedder.ts";
import type { IndexEntry } from "../../src/retrieval/index-entry.ts";
import { createToolIndex } from "../../src/retrieval/tool-index.ts";
import { createMemoryVectorCache } from "../../src/retrieval/vectors/vector-cache.ts";

const CHROMIUM = "/usr/bin/chromium";
if (!existsSync(CHROMIUM)) console.log(`Passed over: there is no ${CHROMIUM}`);
const TEXTS = [
  "send the report to my boss",
  "明天杭州会下雨吗",
  "ＦＵＬＬ width 與 traditional 字",
  "getWeatherForecast k8s",
  "",
];

const TOOLS: IndexEntry[] = [
  {
    id: "weather",
    name: "get_weather",
    description: "Weather forecast for a city",
    parameters: ["city: name of the city", "days: how many days ahead"],
    source: "mcp",
  },
  { id: "mail", name: "send_mail", description: "Send an e-mail with attachments", category: "network" },
  { id: "rate", name: "cha_hui_lv", description: "查询两种货币之间的汇率", keywords: ["汇率", "forex"] },
  { id: "pdf", name: "read_pdf", description: "Read the text of a PDF document page by page" },
];
const REQUESTS = [
  "will it rain in Paris tomorrow, and should I take an umbrella with me?",
  "明天杭州会下雨吗",
  "发一封带附件的电子邮件",
  "currency exchange rate",
  "ＰＤＦ 文件 裡的文字",
  "get_weather",
  "I feel lonely today",
  "",
];

/** What a page needs of the index, as one file; fails when it needs a module that a browser has not. */
async function bundled(): Promise<string> {
  const entry = new URL("../../src/retrieval.ts", import.meta.url).pathname;
  const bundle = await rolldown({
    input: entry,
    platform: "browser",
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: "iife", name: "dejima" });
  await bundle.close();
  return output[0].code;
}

/** Runs work on a page that has the bundle as `dejima` and the model's bytes at /bilingual.model. */
async function onPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.route("https://dejima.test/**", (route) =>
      route.request().url().endsWith(".model")
        ? route.fulfill({ body: readFileSync(EMBEDDED_MODEL_URL) })
        : route.fulfill({ body: "<!doctype html>", contentType: "text/html" }),
    );
    await page.goto("https://dejima.test/");
    await page.addScriptTag({ content: await bundled() });
    return await work(page);
  } finally {
    await browser.close();
  }
}

const OPEN = `const bytes = new Uint8Array(await (await fetch("/bilingual.model")).arrayBuffer());
  const embedder = await dejima.openEmbeddedEmbedder(bytes);`;

test("the model and the index can be bundled for a browser and ask for no module of Node", async () => {
  const code = await bundled();
  expect(code).toContain("DJMODEL2");
  expect(code).toContain("No tool fits");
  expect(code).not.toMatch(/require\(|from\s*["']node:|getBuiltinModule/);
});

describe.skipIf(!existsSync(CHROMIUM))("in a browser", () => {
  test("the embedded model gives the same vectors as in Node", async () => {
    const there = await onPage((page) =>
      page.evaluate(`(async () => {
        ${OPEN}
        const vectors = await embedder.embed(${JSON.stringify(TEXTS)}, "query");
        return vectors.map((vector) => Array.from(vector));
      })()`),
    );
    const here = await (await loadEmbeddedEmbedder()).embed(TEXTS, "query");
    expect(there).toEqual(here.map((vector) => Array.from(vector)));
  });

  test("createToolIndex() adds, replaces, removes and finds in both languages as in Node", async () => {
    const there = await onPage((page) =>
      page.evaluate(`(async () => {
        ${OPEN}
        const { normalize, words } = embedder;
        const index = dejima.createToolIndex({ embedder, normalize, words, cache: dejima.createMemoryVectorCache() });
        const found = [await index.add(${JSON.stringify(TOOLS)})];
        for (const request of ${JSON.stringify(REQUESTS)}) found.push(await index.search(request));
        found.push(await index.add(${JSON.stringify([TOOLS[0]])}), index.remove(["mail"]));
        found.push(await index.search("send a message", { leastScore: 0 }), [...index.hashes()]);
        return found;
      })()`),
    );
    const embedder = await loadEmbeddedEmbedder();
    const { normalize, words } = embedder;
    const index = createToolIndex({ embedder, normalize, words, cache: createMemoryVectorCache() });
    const here: unknown[] = [await index.add(TOOLS)];
    const best: (string | undefined)[] = [];
    for (const request of REQUESTS) {
      const result = await index.search(request);
      here.push(result);
      best.push(result.hits[0]?.id);
    }
    here.push(await index.add(TOOLS.slice(0, 1)), index.remove(["mail"]));
    here.push(await index.search("send a message", { leastScore: 0 }), [...index.hashes()]);
    expect(best).toEqual(["weather", "weather", "mail", "rate", "pdf", "weather", undefined, undefined]);
    expect(rounded(there)).toEqual(rounded(here));
  });

  test("the browser example of the package's README prints what it says", async () => {
    const readme = readFileSync(new URL("../../packages/retrieval.md", import.meta.url), "utf8");
    const example = /## Browser\s+```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
    const body = example
      .replaceAll(/^import .*\n/gm, "")
      .replace("console.log(", "return (")
      .replace("modelAddress", '"/bilingual.model"');
    const printed = await onPage((page) =>
      page.evaluate(`(async () => {
        const { createMemoryVectorCache, createToolIndex, openEmbeddedEmbedder } = dejima;
        ${body}
      })()`),
    );
    expect(printed).toBe(/console\.log.*\/\/ (\w+)/.exec(example)?.[1]);
  });
});

/** Two engines may give the last digit of a power or a logarithm differently. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, part) => (typeof part === "number" ? Number(part.toFixed(9)) : part)),
  );
}
