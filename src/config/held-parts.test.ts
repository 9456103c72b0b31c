import { expect, test } from "vitest";
import { heldParts, isRemote, withoutParts } from "./held-parts.ts";
import { parseConfig } from "./parse-config.ts";

const keysOf = (yaml: string, variables: Record<string, string> = {}) => {
  const { config, secrets } = parseConfig(yaml, "dejima.yaml", variables);
  return heldParts(config, secrets).map(({ key }) => key);
};

test("heldParts() names what hands something of the user's to an address that only the config names", () => {
  expect(keysOf("models: { providers: { openai: { baseUrl: 'https://a.example' } } }")).toEqual([
    "models.providers.openai",
  ]);
  expect(
    keysOf("retrieval: { embedder: { driver: ollama, model: m, url: 'http://10.0.0.8:11434' } }"),
  ).toEqual(["retrieval.embedder"]);
  expect(keysOf("browser: { trusted: true, executable: ./chrome }")).toEqual(["browser.trusted"]);
  expect(keysOf("telemetry: { endpoint: 'https://a.example/v1/traces' }")).toEqual(["telemetry"]);
  expect(
    keysOf("channels: { telegram: { token: t, allowed: [1] }, qq: { url: 'wss://a.example' } }"),
  ).toEqual(["channels.telegram", "channels.qq"]);
  const search = "webSearch: { provider: searxng, url: 'https://a.example', apiKey: '${KEY}' }";
  expect(keysOf(search, { KEY: "k-123456" })).toEqual(["webSearch"]);
  const api =
    "openapi: { notes: { document: ./notes.yaml, baseUrl: 'https://a.example', headers: { authorization: 'Bearer ${KEY}' } } }";
  expect(keysOf(api, { KEY: "k-123456" })).toEqual(["openapi.notes"]);
});

test("heldParts() leaves alone what stays on this machine, or carries nothing", () => {
  expect(
    keysOf("models: { providers: { openai: { baseUrl: 'http://127.0.0.1:8000/v1', apiKey: '${KEY}' } } }", {
      KEY: "k",
    }),
  ).toEqual([]);
  expect(keysOf("openapi: { notes: { document: 'https://a.example/openapi.json' } }")).toEqual([]);
  expect(keysOf("webSearch: { provider: tavily, apiKey: '${KEY}' }", { KEY: "k-123456" })).toEqual([]);
});

test("isRemote() knows this machine only by names and addresses that cannot mean another", () => {
  const here = [
    "http://localhost:1",
    "http://127.0.0.1",
    "ws://[::1]:3001",
    "http://2130706433/",
    "http://LOCALHOST./",
  ];
  const away = [
    "https://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://user@evil.example",
    "http://0.0.0.0",
    "http://",
  ];
  expect([here.filter(isRemote), away.filter((address) => !isRemote(address))]).toEqual([[], []]);
});

test("withoutParts() takes away exactly what is named", () => {
  const { config } = parseConfig(
    "channels: { telegram: { token: t }, qq: { url: 'ws://127.0.0.1:1' } }\nopenapi: { a: { document: a.yaml }, b: { document: b.yaml } }",
    "dejima.yaml",
    {},
  );
  const left = withoutParts(config, [
    { key: "channels.telegram", why: "" },
    { key: "openapi.b", why: "" },
  ]);
  expect([Object.keys(left.channels), Object.keys(left.openapi)]).toEqual([["qq"], ["a"]]);
  expect(withoutParts(config, [])).toEqual(config);
});
