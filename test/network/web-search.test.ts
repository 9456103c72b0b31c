import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import type { ConfigInput } from "../../src/config/schema/config-schema.ts";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";
import { aServer } from "./a-server.ts";
import { call } from "./call.ts";
import { BAD, EMPTY, HITS, RECORDED } from "./recorded-answers.ts";

type Provider = keyof typeof RECORDED;
const PROVIDERS = Object.keys(RECORDED) as Provider[];

const answering =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { "content-type": body.startsWith("<") ? "text/html" : "application/json" })
      .end(body);

function configFor(
  provider: Provider,
  url: string,
  more: Partial<ConfigInput["webSearch"]> = {},
): ConfigInput {
  const network = { allowPrivate: ["127.0.0.1"] };
  return { network, webSearch: { provider, url, apiKey: "the-key", engineId: "the-engine", ...more } };
}

test.each(PROVIDERS)("web_search reads what %s answers, in the one form", async (provider) => {
  await using server = await aServer(answering(RECORDED[provider]));
  const outcome = await call("web_search", { query: "dejima" }, configFor(provider, server.url));
  expect(outputOf(outcome)).toEqual({ provider, results: HITS });
});

test.each([
  ["tavily", "POST /", { authorization: "Bearer the-key" }],
  ["google", "GET /?q=the+harbour+%26+more&cx=the-engine&num=3", { "x-goog-api-key": "the-key" }],
  [
    "bing",
    "GET /?q=the+harbour+%26+more&count=3&responseFilter=Webpages",
    { "ocp-apim-subscription-key": "the-key" },
  ],
  ["brave", "GET /?q=the+harbour+%26+more&count=3", { "x-subscription-token": "the-key" }],
  ["searxng", "GET /search?q=the+harbour+%26+more&format=json", {}],
  ["duckduckgo", "GET /?q=the+harbour+%26+more", {}],
] as const)("web_search asks %s with %s", async (provider, line, headers) => {
  await using server = await aServer(answering(EMPTY[provider]));
  await call("web_search", { query: "the harbour & more", limit: 3 }, configFor(provider, `${server.url}/`));
  const [request] = server.requests;
  expect(`${request?.method} ${request?.url}`).toBe(line);
  expect(request?.headers).toMatchObject(headers);
  expect(request?.url).not.toContain("the-key");
});

test.each(PROVIDERS)("web_search takes no hits from %s as no hits", async (provider) => {
  await using server = await aServer(answering(EMPTY[provider]));
  const outcome = await call("web_search", { query: "x" }, configFor(provider, server.url));
  expect(outputOf(outcome)).toEqual({ provider, results: [] });
});

test.each(PROVIDERS)("web_search takes nothing else from %s for hits", async (provider) => {
  for (const [what, body] of Object.entries(BAD)) {
    await using server = await aServer(answering(body));
    const { code, message } = errorOf(
      await call("web_search", { query: "x" }, configFor(provider, server.url)),
    );
    expect([what, code]).toEqual([what, "server_unavailable"]);
    expect(message).toContain(`${provider} failed: `);
  }
});

test.each([
  [401, "it refused the key (401)"],
  [429, "it received too many requests (429)"],
  [500, "it answered 500"],
])("web_search says what %i means", async (status, words) => {
  await using server = await aServer(answering("{}", status));
  expect(errorOf(await call("web_search", { query: "x" }, configFor("brave", server.url))).message).toContain(
    words,
  );
});

test("web_search says when DuckDuckGo turns it away", async () => {
  const page =
    '<html><body><form id="challenge-form"><div class="anomaly-modal__title">One last step</div></form></body></html>';
  await using server = await aServer(answering(page, 202));
  expect(
    errorOf(await call("web_search", { query: "x" }, configFor("duckduckgo", server.url))).message,
  ).toContain("it asks for proof that you are human");
});

test("web_search asks the next one when one fails, in order, and says so", async () => {
  await using broken = await aServer(answering("", 503));
  await using second = await aServer(answering(RECORDED.searxng));
  await using third = await aServer(() => expect.unreachable("asked"));
  const fallback = [
    { provider: "google" as const, apiKey: "k" },
    { provider: "searxng" as const, url: second.url },
    { provider: "brave" as const, apiKey: "k", url: third.url },
  ];
  const output = outputOf(
    await call("web_search", { query: "x" }, configFor("tavily", broken.url, { fallback })),
  );
  expect(output).toEqual({
    provider: "searxng",
    results: HITS,
    note: "google was skipped: webSearch has no engineId for it. tavily failed: it answered 503",
  });
});

test("web_search without a key would ask DuckDuckGo, declares it, and says so when it cannot be reached", async () => {
  for (const webSearch of [undefined, { provider: "tavily" as const }]) {
    await using world = await aRuntime({
      config: { network: { deny: ["duckduckgo.com", "*.duckduckgo.com"] }, ...(webSearch && { webSearch }) },
    });
    const { reasons } = await world.runtime.explain("web_search", { query: "a b" });
    expect(reasons[0]?.message).toBe("host.read https://html.duckduckgo.com/html/?q=a+b");
    const { code, message } = errorOf(await world.runtime.execute("web_search", { query: "a b" }));
    expect(code).toBe("server_unavailable");
    expect(message).toMatch(
      /duckduckgo failed: .*network\.deny.*No search provider with a key is configured/,
    );
  }
});

test("web_search gives no more than asked for, and asks once for the same", async () => {
  await using server = await aServer(answering(RECORDED.brave));
  await using world = await aRuntime({
    config: configFor("brave", server.url, { maxResults: 1 }),
    ask: async () => ({ answer: "approve", by: "ann" }),
  });
  const search = async (input: object) => {
    const output = outputOf(await world.runtime.execute("web_search", input)) as { results: unknown[] };
    return output.results.length;
  };
  expect([await search({ query: "x" }), await search({ query: "x" })]).toEqual([1, 1]);
  expect(server.requests).toHaveLength(1);
  expect(await search({ query: "x", limit: 2 })).toBe(2);
});

test("web_search reaches a search of one's own only where the config lets it", async () => {
  await using server = await aServer(() => expect.unreachable("asked"));
  const config = { ...configFor("searxng", server.url), network: {} };
  expect(errorOf(await call("web_search", { query: "x" }, config)).message).toContain("network.allowPrivate");
});
