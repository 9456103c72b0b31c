import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openOAuth } from "../../src/access/oauth/open-oauth.ts";
import { openTokens } from "../../src/access/tokens.ts";
import { aLoginDoor, aProvider, BACK, request } from "./fixtures/a-login-door.ts";

let door: Awaited<ReturnType<typeof aLoginDoor>>;
beforeEach(async () => {
  door = await aLoginDoor();
});
afterEach(async () => {
  const { faults } = door;
  await door.close();
  expect(faults).toEqual([]);
});

const HOUR = 3_600_000;

type Era = "legacy" | { readonly pin: string };

/** Connects the SDK's client; its user says yes as `who` when it asks for a login. */
async function connect(provider = aProvider(), who = "ann", mode: Era = { pin: "2026-07-28" }) {
  const client = new Client({ name: "sdk", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = () => new StreamableHTTPClientTransport(new URL(door.mcp), { authProvider: provider });
  const first = transport();
  const refused = await client.connect(first).catch((error) => error);
  if (provider.shown !== undefined) {
    expect(refused).toBeInstanceOf(UnauthorizedError);
    const { location } = await door.visit(provider.shown.searchParams);
    await first.finishAuth((await door.consent(location, who)).returned);
    await client.connect(transport());
  }
  return { client, provider };
}

const time = { name: "current_time", arguments: {} };
const bearer = (token: string, path = "/mcp") =>
  fetch(`${door.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
const isLetIn = async (token: string) => (await bearer(token)).status !== 401;

for (const era of ["legacy", { pin: "2026-07-28" }] as const) {
  test(`the SDK's client logs in without help, and acts for the person who approved it (${JSON.stringify(era)})`, async () => {
    const { client, provider } = await connect(aProvider(), "ann", era);
    expect(provider.shown?.searchParams.get("resource")).toBe(door.mcp);
    expect(await client.callTool(time)).toMatchObject({ structuredContent: { iso: expect.any(String) } });
    await client.close();
    const [connection] = await (await door.api("/api/connections", "ann")).json();
    expect(connection).toMatchObject({
      user: "ann",
      name: "The SDK's client",
      scopes: ["tools", "approvals"],
    });
    const runs = await (await door.api("/api/runs", "ann")).text();
    expect(runs).toContain(`as ann (${connection.client})`);
    expect(await (await door.api("/api/connections", "bob")).json()).toEqual([]);
  });
}

test("an expired token is refreshed by the SDK's client without another question", async () => {
  const { client, provider } = await connect();
  await client.callTool(time);
  const { access_token: old } = provider.kept.tokens as { access_token: string };
  provider.shown = undefined;
  door.skip(HOUR + 1);
  expect(await client.callTool(time)).toMatchObject({ structuredContent: { iso: expect.any(String) } });
  expect(provider.shown).toBeUndefined();
  expect(await isLetIn(old)).toBe(false);
  await client.close();
});

test("a client is shut out at once when it is removed, revokes itself, or its user's token is revoked", async () => {
  const ends = {
    removed: async () => {
      const [{ id }] = await (await door.api("/api/connections", "ann")).json();
      expect((await door.api(`/api/connections/${id}`, "bob", { method: "DELETE" })).status).toBe(404);
      expect((await door.api(`/api/connections/${id}`, "ann", { method: "DELETE" })).status).toBe(200);
    },
    itself: async (client: string, token: string) => {
      expect(await door.token({ token, client_id: "another" }, "/oauth/revoke")).toMatchObject({
        status: 200,
      });
      expect(await isLetIn(token)).toBe(true);
      expect(await door.token({ token, client_id: client }, "/oauth/revoke")).toMatchObject({ status: 200 });
    },
    user: () => door.people.revoke("ann"),
  };
  for (const [name, end] of Object.entries(ends)) {
    const { form, client } = await door.logIn();
    const issued = await door.token(form);
    expect(await isLetIn(issued.access_token), name).toBe(true);
    await end(client, issued.access_token);
    expect(await isLetIn(issued.access_token), name).toBe(false);
    const refresh = { grant_type: "refresh_token", client_id: client, refresh_token: issued.refresh_token };
    expect(await door.token(refresh), name).toMatchObject({ status: 400, error: "invalid_grant" });
  }
});

test("a client of a revoked token, its refresh token and its code stay shut out when a new token has the same name", async () => {
  const { form, client } = await door.logIn();
  const issued = await door.token(form);
  const { form: unused } = await door.logIn();
  await door.people.revoke("ann");
  door.skip(5);
  door.tokens.ann = await door.people.create("ann", "approver");
  expect(await isLetIn(issued.access_token)).toBe(false);
  const refresh = { grant_type: "refresh_token", client_id: client, refresh_token: issued.refresh_token };
  expect(await door.token(refresh)).toMatchObject({ status: 400, error: "invalid_grant" });
  expect(await door.token(unused)).toMatchObject({ status: 400, error: "invalid_grant" });
  expect(await (await door.api("/api/connections", "ann")).json()).toEqual([]);
  const { form: again } = await door.logIn();
  expect(await isLetIn((await door.token(again)).access_token)).toBe(true);
});

test("an open stream of a client ends when its user disconnects it", async () => {
  const issued = await door.token((await door.logIn()).form);
  const headers = {
    authorization: `Bearer ${issued.access_token}`,
    accept: "application/json, text/event-stream",
  };
  const about = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "by hand", version: "1" },
  };
  const greeting = await fetch(door.mcp, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: about }),
  });
  await greeting.text();
  const session = { "mcp-session-id": greeting.headers.get("mcp-session-id") ?? "" };
  const stream = await fetch(door.mcp, { headers: { ...headers, ...session } });
  expect(stream.status).toBe(200);
  const ended = stream.text().catch((error) => error);
  const [{ id }] = await (await door.api("/api/connections", "ann")).json();
  await door.api(`/api/connections/${id}`, "ann", { method: "DELETE" });
  expect(await ended).toBeInstanceOf(Error); // it is cut off, not finished
});

test("a client is shut out when the token of its user expires", async () => {
  door.tokens.cleo = await door.people.create("cleo", "user", { expiresAt: Date.now() + 3_600_000 });
  const { access_token: token } = await door.token((await door.logIn({}, "cleo")).form);
  expect(await isLetIn(token)).toBe(true);
  const { documents } = door.runtime.store;
  const later = openTokens(documents, () => Date.now() + 3_600_001);
  const { connections } = openOAuth({ documents, tokens: later, localRole: undefined });
  expect(await connections.callerOf(token, door.mcp)).toBeUndefined();
});

test("a token of a client opens /mcp at the address that it was given for, and nothing else", async () => {
  const { access_token: token } = await door.token((await door.logIn()).form);
  for (const path of ["/api/me", "/api/runs", "/v1/models", "/metrics", "/mcp/", "//mcp", "/%6dcp", "/MCP"])
    expect((await bearer(token, path)).status, path).toBe(401);
  const other = door.mcp.replace("127.0.0.1", "localhost");
  expect((await fetch(other, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  const second = await aLoginDoor();
  expect((await fetch(second.mcp, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  await second.close();
});

test("a client gets no more than its user ticked and has", async () => {
  const { client_id } = await door.register();
  const { location } = await door.visit(request(client_id));
  const asked = await (
    await door.api(`/api/connections/requests/${location.split("/").at(-1)}`, "bob")
  ).json();
  expect(asked).toMatchObject({ user: "bob", scopes: ["tools"], goesTo: "127.0.0.1:7", local: true });
  const { returned } = await door.consent(location, "bob", { allow: true, scopes: ["tools", "approvals"] });
  const form = { grant_type: "authorization_code", client_id, code_verifier: "v".repeat(43) };
  const { access_token } = await door.token({ ...form, code: returned.get("code") ?? "" });
  const { documents } = door.runtime.store;
  const { connections } = openOAuth({ documents, tokens: door.people, localRole: undefined });
  expect(await connections.callerOf(access_token, door.mcp)).toEqual({
    name: `bob (${client_id})`,
    role: "user",
  });
  const plain = await door.visit({ ...request(client_id), scope: "admin openid" });
  const narrow = await door.consent(plain.location, "ann");
  expect(await door.token({ ...form, code: narrow.returned.get("code") ?? "" })).toMatchObject({
    scope: "tools",
  });
});

test("a code works once; sending it again ends the connection", async () => {
  const { form } = await door.logIn();
  const issued = await door.token(form);
  expect(await isLetIn(issued.access_token)).toBe(true);
  expect(await door.token(form)).toMatchObject({ status: 400, error: "invalid_grant" });
  expect(await isLetIn(issued.access_token)).toBe(false);
  const { form: again } = await door.logIn();
  const both = await Promise.all([door.token(again), door.token(again)]);
  expect(both.filter(({ status }) => status === 200).length).toBeLessThan(2);
});

test("a refresh token works once; sending it again ends the connection", async () => {
  const { form, client } = await door.logIn();
  const first = await door.token(form);
  const refresh = { grant_type: "refresh_token", client_id: client, refresh_token: first.refresh_token };
  const second = await door.token(refresh);
  expect(await isLetIn(first.access_token)).toBe(false);
  expect(await isLetIn(second.access_token)).toBe(true);
  expect(await door.token(refresh)).toMatchObject({ error: "invalid_grant" });
  expect(await isLetIn(second.access_token)).toBe(false);
});

test("a code is worth nothing with another verifier, client, address or server, or after a minute", async () => {
  const other = (await door.register()).client_id;
  const wrong: Record<string, Record<string, string>> = {
    verifier: { code_verifier: "w".repeat(43) },
    none: { code_verifier: "" },
    client: { client_id: other },
    address: { redirect_uri: "http://127.0.0.1:7/elsewhere" },
    server: { resource: "https://other.example/mcp" },
  };
  for (const [name, more] of Object.entries(wrong)) {
    const { form } = await door.logIn();
    expect((await door.token({ ...form, ...more })).status, name).toBe(400);
  }
  const { form } = await door.logIn();
  expect((await door.token({ ...form, client_id: other })).status).toBe(400);
  expect((await door.token(form)).status).toBe(200); // another client's try does not use it up
  const { form: late } = await door.logIn();
  door.skip(61_000);
  expect(await door.token(late)).toMatchObject({ error: "invalid_grant" });
});

test("nobody is sent to an address that the client has not registered", async () => {
  const { client_id } = await door.register(["https://app.example/back?a=1", BACK]);
  const elsewhere = [
    ...["https://evil.example/", "https://app.example/back", "https://app.example/back?a=1&b=2"],
    ...["https://app.example.evil.example/back?a=1", "https://app.example@evil.example/back?a=1"],
    ...["http://127.0.0.1:7/back/../other", "http://127.0.0.1.evil.example:7/back", "//evil.example"],
    ...[
      "javascript:alert(1)",
      "http://127.0.0.1:7\\@evil.example/back",
      "https://app.example/back?a=1#x",
      "",
    ],
  ];
  for (const redirect_uri of elsewhere) {
    const { status, location, text } = await door.visit({ ...request(client_id), redirect_uri });
    expect([redirect_uri, status, location]).toEqual([redirect_uri, 400, ""]);
    expect(text).toContain("cannot be connected");
  }
  const twice = new URLSearchParams(request(client_id));
  twice.append("redirect_uri", "https://evil.example/");
  expect(await door.visit(twice)).toMatchObject({ status: 400, location: "" });
  expect(
    await door.visit({ ...request(client_id), redirect_uri: "http://127.0.0.1:9999/back" }),
  ).toMatchObject({
    location: expect.stringMatching(/^\/#\/connect\//), // a program on this computer takes any port
  });
});

test("nobody registers an address that is not theirs to be sent to", async () => {
  for (const address of [
    ...[
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "http://example.com/",
      "blob:x",
      "about:blank",
    ],
    ...[
      "https://a:b@example.com/",
      "https://example.com/#x",
      "ms-msdt:/id",
      "mailto:a@b",
      "https://exa mple.com",
      "",
    ],
  ]) {
    const answer = await door.post("/oauth/register", { redirect_uris: [address] });
    expect([address, answer.status]).toEqual([address, 400]);
    expect(await answer.json()).toMatchObject({ error: "invalid_redirect_uri" });
  }
  expect(await door.register(["cursor://anysphere.cursor-mcp/back", "com.example.app:/back"])).toMatchObject({
    client_id: expect.any(String),
  });
});

test("a request without PKCE, or for another server, goes back with an error, its state and who says so", async () => {
  const { client_id } = await door.register();
  const faults = {
    plain: { code_challenge_method: "plain" },
    missing: { code_challenge: "" },
    short: { code_challenge: "abc" },
    token: { response_type: "token" },
    resource: { resource: "https://other.example/mcp" },
  };
  for (const [name, more] of Object.entries(faults)) {
    const { location } = await door.visit({ ...request(client_id), ...more });
    const back = new URL(location);
    expect(`${back.origin}${back.pathname}`, name).toBe(BACK);
    expect(back.searchParams.get("error"), name).toMatch(/^(?:invalid_|unsupported_)/);
    expect(back.searchParams.get("state")).toBe("s t");
    expect(back.searchParams.get("iss")).toBe(door.url);
    expect(back.searchParams.has("code")).toBe(false);
  }
});

test("the answer names its issuer, and the SDK's client refuses one of another server", async () => {
  const provider = aProvider();
  const client = new Client({ name: "sdk", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(door.mcp), { authProvider: provider });
  await client.connect(transport).catch(() => {});
  const { location } = await door.visit(provider.shown?.searchParams ?? {});
  const { returned } = await door.consent(location);
  expect(returned.get("iss")).toBe(door.url);
  returned.set("iss", "https://mixed-up.example");
  await expect(transport.finishAuth(returned)).rejects.toThrow(/iss/i);
});

test("only a person with a token says yes, once, and a no is told to the client", async () => {
  const { client_id } = await door.register();
  const { location } = await door.visit(request(client_id));
  const path = `/api/connections/requests/${location.split("/").at(-1)}`;
  expect((await door.api(path)).status).toBe(401);
  expect((await door.post(`${path}/answer`, { allow: true })).status).toBe(401);
  const foreign = { origin: "https://evil.example", "content-type": "application/json" };
  const body = JSON.stringify({ allow: true });
  const forged = await fetch(`${door.url}${path}/answer`, { method: "POST", headers: foreign, body });
  expect(forged.status).toBe(403);
  const denied = await door.consent(location, "ann", { allow: false });
  expect(denied.returned.get("error")).toBe("access_denied");
  expect((await door.consent(location)).status).toBe(404);
  const late = await door.visit(request(client_id));
  door.skip(11 * 60_000);
  expect((await door.consent(late.location)).status).toBe(404);
});

test("a server that lets people in without a token forgets what they agreed to when it asks for one", async () => {
  const { documents } = door.runtime.store;
  const open = (localRole: "admin" | undefined) => openOAuth({ documents, tokens: door.people, localRole });
  const near = open("admin");
  const { id } = await near.clients.register({ redirect_uris: [BACK] });
  const server = { issuer: door.url, resource: door.mcp };
  const asked = await near.start(new URLSearchParams(request(id)), server);
  const goTo = await near.answer("ask" in asked ? asked.ask : "", {
    allow: true,
    user: "local",
    scopes: ["tools"],
  });
  const code = new URL(goTo).searchParams.get("code") ?? "";
  const issued = await near.connections.redeem({
    code,
    client: id,
    verifier: "v".repeat(43),
    redirect: undefined,
  });
  expect(await near.connections.callerOf(issued.accessToken, door.mcp)).toEqual({
    name: `local (${id})`,
    role: "user",
  });
  expect(await open(undefined).connections.callerOf(issued.accessToken, door.mcp)).toBeUndefined();
});

test("tokens stand in no file as they are, and strangers can fill neither the list of clients nor the one of questions", async () => {
  const { form } = await door.logIn();
  const { access_token, refresh_token } = await door.token(form);
  const { documents } = door.runtime.store;
  for (const name of ["clients", "requests", "codes", "connections", "tokens", "spent"]) {
    const text = JSON.stringify(await documents.list(`oauth-${name}`));
    for (const secret of [access_token, refresh_token, form.code]) expect(text).not.toContain(secret);
  }
  const statuses = await Promise.all(
    Array.from(
      { length: 100 },
      async () => (await door.post("/oauth/register", { redirect_uris: [BACK] })).status,
    ),
  );
  expect(statuses).toContain(429);
  expect(
    (await door.post("/oauth/register", { redirect_uris: [BACK], client_name: "x".repeat(70_000) })).status,
  ).not.toBe(201);
});

test("wrong tokens of others at the same address do not keep a client from refreshing its own", async () => {
  const { form, client } = await door.logIn();
  const issued = await door.token(form);
  const refresh = (token: string) =>
    door.token({ grant_type: "refresh_token", client_id: client, refresh_token: token });
  const statuses: number[] = [];
  for (let at = 0; at < 70; at++) statuses.push((await refresh(`dj_wrong${at}`)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
  expect(await refresh(issued.refresh_token)).toMatchObject({ status: 200 });
});
