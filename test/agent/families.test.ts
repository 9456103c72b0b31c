import { expect, test } from "vitest";
import type { EventOf } from "../../src/contract/event.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { findChromium } from "../../src/sources/browser/find-browser.ts";
import { aServer } from "../network/a-server.ts";
import { usable } from "../sandbox/engines.ts";
import { aRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";

type Calls = readonly { readonly tool: string; readonly input?: unknown }[];

/** Has the agent make these calls, one round each, and gives what became of each. */
async function agentRun(calls: Calls, options: TestRuntimeOptions) {
  const script = [...calls.map((call) => ({ calls: [call] })), { text: "That is all." }];
  const world = await aRuntime({
    model: new ScriptedModel(script),
    ask: async () => ({ answer: "approve", by: "ann" }),
    ...options,
  });
  try {
    const { agent } = world.runtime;
    const ends: EventOf<"call-end">[] = [];
    let runId = "";
    for await (const event of agent.run("do it", { mode: "interactive" })) {
      runId = event.runId;
      if (event.type === "call-end") ends.push(event);
    }
    expect(await world.runtime.history.verify(runId)).toMatchObject({ ok: true });
    return ends.map(({ tool, result }) => ({ tool, ...result }));
  } finally {
    await world[Symbol.asyncDispose]();
  }
}

const PAGE = "<html><title>Tides</title><body><article><h1>Tides</h1><p>High water at noon. ".concat(
  "The quay is dry at six in the morning and again in the evening. ".repeat(10),
  "</p><button>Ring</button></article></body></html>",
);

test("network: pages, requests and searches through the agent", async () => {
  await using server = await aServer(({ url = "", method }, response) => {
    if (url.startsWith("/search"))
      return void response.end(
        JSON.stringify({
          query: "tides",
          results: [{ title: "Tides", url: "https://a.test/", content: "noon" }],
        }),
      );
    response.setHeader("content-type", "text/html");
    response.end(method === "POST" ? "posted" : PAGE);
  });
  const { host } = new URL(server.url);
  const ends = await agentRun(
    [
      { tool: "fetch", input: { url: `${server.url}/tides` } },
      { tool: "http_get", input: { url: `${server.url}/tides` } },
      { tool: "http_post", input: { url: `${server.url}/ring`, body: { how: "loud" } } },
      { tool: "web_search", input: { query: "tides" } },
    ],
    {
      config: {
        network: { allowPrivate: [host] },
        permissions: { confirm: ["http_post"] },
        webSearch: { provider: "searxng", url: server.url },
      },
    },
  );
  expect(ends).toMatchObject([
    { tool: "fetch", ok: true },
    { tool: "http_get", ok: true },
    { tool: "http_post", ok: true },
    { tool: "web_search", ok: true },
  ]);
  expect(JSON.stringify(ends[0])).toContain("High water at noon");
  expect(JSON.stringify(ends[3])).toContain("https://a.test/");
});

test("custom: a file of the user's and an operation of an API through the agent", async () => {
  await using server = await aServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end('{"height": 3}');
  });
  const { host } = new URL(server.url);
  const own = `export default { name: "double_it", summary: "Doubles a number for the test", description: "Doubles.",
    risk: "low", input: { type: "object", properties: { n: { type: "number" } } }, run: ({ n }) => n * 2 };`;
  const api = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: server.url }],
    paths: { "/tide": { get: { operationId: "tide", summary: "The height of the tide" } } },
  };
  const ends = await agentRun([{ tool: "double_it", input: { n: 21 } }, { tool: "sea_tide" }], {
    files: { "own/double.mjs": own, "sea.json": JSON.stringify(api) },
    toolFolders: ["own"],
    config: { network: { allowPrivate: [host] }, openapi: { sea: { document: "sea.json" } } },
  });
  expect(ends).toMatchObject([
    { ok: true, output: 42 },
    { ok: true, output: { status: 200, body: { height: 3 } } },
  ]);
});

const bubblewrap = await usable("bubblewrap");
const noBrowser = findChromium() === undefined ? ": no Chromium is installed" : bubblewrap.why;

test.skipIf(findChromium() === undefined || !bubblewrap.works)(
  `browser: a page is opened, used and photographed through the agent${noBrowser}`,
  async () => {
    await using server = await aServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(PAGE);
    });
    const { host } = new URL(server.url);
    const page = `${server.url}/`;
    const ends = await agentRun(
      [
        { tool: "browser_open", input: { url: page } },
        { tool: "browser_press_key", input: { page, key: "Tab" } },
        { tool: "screenshot" },
      ],
      { config: { network: { allowPrivate: [host] }, permissions: { confirm: ["browser_*"] } } },
    );
    expect(ends).toMatchObject([
      { tool: "browser_open", ok: true },
      { tool: "browser_press_key", ok: true },
      { tool: "browser_take_screenshot", ok: true },
    ]);
  },
);
