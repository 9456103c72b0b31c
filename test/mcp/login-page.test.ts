import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { mountMcp } from "../../src/doors/mcp/serve-http.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { aProvider } from "./fixtures/a-login-door.ts";

let world: Awaited<ReturnType<typeof aRuntime>>;
let door: Awaited<ReturnType<typeof serve>>;
let token: string;
const onFault = (error: unknown) => expect.unreachable(String(error));

beforeEach(async () => {
  world = await aRuntime({ config: { permissions: { safe: ["current_time"] } } });
  const { runtime } = world;
  token = await openTokens(runtime.store.documents).create("ann", "user");
  const mcp = mountMcp({ runtime, mode: "auto", onFault });
  door = await serve({
    runtime,
    mcp,
    onFault,
    routes: "mcp",
    host: "127.0.0.1",
    port: 0,
    requireToken: true,
  });
});
afterEach(async () => {
  await door.close();
  await world[Symbol.asyncDispose]();
});

/** Sends the form of the page, as a browser does. */
async function answer(page: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const id = /name="id" value="([^"]*)"/.exec(page)?.[1] ?? "";
  const sent = await fetch(`${door.url}/oauth/answer`, {
    method: "POST",
    headers: { origin: door.url, ...headers },
    body: new URLSearchParams({ id, ...fields }),
  });
  return { status: sent.status, text: await sent.text() };
}

test("a client logs in at mcp serve --port, on a page that takes a person's token", async () => {
  const provider = aProvider();
  const client = new Client(
    { name: "sdk", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${door.url}/mcp`), { authProvider: provider });
  const first = transport();
  await expect(client.connect(first)).rejects.toThrow(UnauthorizedError);
  const shown = await fetch(provider.shown ?? "");
  const page = await shown.text();
  expect(page).toContain("Connect The SDK&#39;s client?");
  expect(shown.headers.get("content-security-policy")).toContain("form-action 'self'");
  for (const wrong of ["", "nonsense", `${token}x`]) {
    const refused = await answer(page, { token: wrong, answer: "allow" });
    expect(refused.status, wrong).toBe(403);
    expect(refused.text).not.toContain("code=");
  }
  const elsewhere = await answer(page, { token, answer: "allow" }, { origin: "http://evil.example" });
  expect(elsewhere.status).toBe(403);
  const { text } = await answer(page, { token, answer: "allow" });
  const goTo = /url=([^"]+)"/.exec(text)?.[1]?.replaceAll("&#38;", "&") ?? "";
  await first.finishAuth(new URL(goTo).searchParams);
  await client.connect(transport());
  expect(await client.callTool({ name: "current_time", arguments: {} })).toMatchObject({
    structuredContent: { iso: expect.any(String) },
  });
  await client.close();
  const { access_token } = provider.kept.tokens as { access_token: string };
  const again = await (await fetch(provider.shown ?? "")).text();
  expect((await answer(again, { token: access_token, answer: "allow" })).status).toBe(403); // an app is no person
  expect((await answer(page, { token, answer: "allow" })).status).toBe(404); // answered once
});

test("a person who cancels sends the app away", async () => {
  const registered = await fetch(`${door.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      redirect_uris: ["http://127.0.0.1:7/back"],
      client_name: "<script>alert(1)</script>",
    }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const asks = { response_type: "code", code_challenge: "c".repeat(43), code_challenge_method: "S256" };
  const shown = await fetch(`${door.url}/oauth/authorize?${new URLSearchParams({ ...asks, client_id })}`);
  const page = await shown.text();
  expect(page).not.toContain("<script>");
  expect((await answer(page, { token, answer: "deny" })).text).toContain("error=access_denied");
});
