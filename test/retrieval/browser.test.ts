import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { EMBEDDED_MODEL_URL, loadEmbeddedEmbedder } from "../../src/model/embedded/load-embedded-embedder.ts";

const CHROMIUM = "/usr/bin/chromium";
const TEXTS = [
  "send the report to my boss",
  "明天杭州会下雨吗",
  "ＦＵＬＬ width 與 traditional 字",
  "getWeatherForecast k8s",
  "",
];

/** The model's code as one file for a browser; fails when it needs a module that a browser has not. */
async function bundled(): Promise<string> {
  const entry = new URL("../../src/model/embedded/embedded-embedder.ts", import.meta.url).pathname;
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

test("the embedded model's code can be bundled for a browser and asks for no module of Node", async () => {
  const code = await bundled();
  expect(code).toContain("DJMODEL1");
  expect(code).not.toMatch(/require\(|from\s*["']node:|process\.getBuiltinModule/);
});

test("the embedded model gives the same vectors in a browser and in Node", async (context) => {
  if (!existsSync(CHROMIUM)) {
    console.log(`Passed over: there is no ${CHROMIUM}`);
    context.skip("there is no browser here");
  }
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
    const there: unknown = await page.evaluate(`(async () => {
      const bytes = new Uint8Array(await (await fetch("/bilingual.model")).arrayBuffer());
      const embedder = await dejima.openEmbeddedEmbedder(bytes);
      const vectors = await embedder.embed(${JSON.stringify(TEXTS)}, "query");
      return vectors.map((vector) => Array.from(vector));
    })()`);
    const here = await (await loadEmbeddedEmbedder()).embed(TEXTS, "query");
    expect(there).toEqual(here.map((vector) => Array.from(vector)));
  } finally {
    await browser.close();
  }
}, 60_000);
