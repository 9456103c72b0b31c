import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isDocumentId } from "../../src/access/oauth/client-document.ts";
import { peopleByName } from "../../src/approval/settle.ts";
import { principalOf, userOf } from "../../src/contract/user/principal.ts";
import { aLoginDoor, BACK, request } from "./fixtures/a-login-door.ts";

/** What a client publishes of itself, and how often that was fetched. */
let published: { status: number; headers?: Record<string, string>; body: unknown };
let fetches: number;
const site = createServer((_request, response) => {
  fetches++;
  response.writeHead(published.status, { "content-type": "application/json", ...published.headers });
  response.end(typeof published.body === "string" ? published.body : JSON.stringify(published.body));
});
let id: string;
let door: Awaited<ReturnType<typeof aLoginDoor>>;

beforeEach(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const { port } = site.address() as AddressInfo; // listens on a port
  id = `http://127.0.0.1:${port}/client.json`;
  fetches = 0;
  published = { status: 200, body: { client_id: id, client_name: "Notes", redirect_uris: [BACK] } };
  door = await aLoginDoor(undefined, {
    network: { allowPrivate: [`127.0.0.1:${port}`] },
    mcpClients: { "token:ann": { deny: ["base64_encode"] } },
  });
});
afterEach(async () => {
  await door.close();
  await new Promise((resolve) => site.close(resolve));
});

test("a client that publishes a document logs in without registering", async () => {
  const about = await (await door.api("/.well-known/oauth-authorization-server")).json();
  expect(about.client_id_metadata_document_supported).toBe(true);
  const { location } = await door.visit(request(id));
  const shown = await (
    await door.api(`/api/connections/requests/${location.split("/").at(-1)}`, "ann")
  ).json();
  expect(shown.client).toMatch(/^Notes \(127\.0\.0\.1:\d+\)$/); // whoever publishes it is named, too
  const { form } = await door.logIn({ client_id: id });
  const issued = await door.token(form);
  expect(issued).toMatchObject({ status: 200, token_type: "Bearer" });
  const answer = await fetch(door.mcp, { headers: { authorization: `Bearer ${issued.access_token}` } });
  expect(answer.status).not.toBe(401);
  expect(fetches).toBe(1); // the second login needs no other look
});

test("what holds for a user holds for a client that publishes a document, too: rules, runs and revoked tokens", async () => {
  const { form } = await door.logIn({ client_id: id });
  const { access_token: token } = await door.token(form);
  const client = new Client(
    { name: "sdk", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(door.mcp), { requestInit: { headers } }));
  expect(await client.callTool({ name: "current_time", arguments: {} })).not.toHaveProperty("isError");
  const denied = { name: "base64_encode", arguments: { text: "a" } };
  expect(await client.callTool(denied)).toMatchObject({ _meta: { "dejima/error": "tool_not_allowed" } });
  await client.close();
  const [run] = await (await door.api("/api/runs", "ann")).json();
  expect(run).toMatchObject({ user: "ann" });
});

test("the name of a client never hides the user, whatever its document's address", () => {
  const personOf = peopleByName({ boss: ["ann", "telegram:7"] });
  const signs = "abc019-._~!$&'()*+,;=:@/?%41[]";
  for (let at = 0; at < 10_000; at++) {
    const tail = Array.from(
      { length: at % 12 },
      (_none, place) => signs[(at * 7 + place * (at % 29)) % signs.length],
    );
    const address = URL.parse(`https://app.example/${tail.join("")}(stdio`)?.href ?? "";
    if (!isDocumentId(address)) continue;
    for (const user of ["ann", "bob", "local", "ann@example.com"])
      expect(userOf(principalOf(user, address))).toBe(user);
    expect(personOf(principalOf("ann", address))).toBe("boss");
    expect(personOf(principalOf("bob", address))).toBe("bob");
  }
  expect(personOf("Some Editor (stdio)")).toBe(personOf("local"));
});

test("a document is looked at again after a while, and a changed one counts", async () => {
  await door.visit(request(id));
  published.body = { client_id: id, redirect_uris: ["http://127.0.0.1:7/elsewhere"] };
  door.skip(16 * 60_000);
  expect(await door.visit(request(id))).toMatchObject({ status: 400 });
  expect(fetches).toBe(2);
});

test("a document that is not the client's own, too large, elsewhere or with a secret lets nobody in", async () => {
  const body = { client_id: id, redirect_uris: [BACK] };
  for (const [name, wrong] of Object.entries({
    other: { body: { ...body, client_id: `${id}?x` } },
    absent: { body: { redirect_uris: [BACK] } },
    secret: { body: { ...body, client_secret: "s" } },
    key: { body: { ...body, token_endpoint_auth_method: "private_key_jwt" } },
    list: { body: [body] },
    text: { body: "<html>" },
    large: { body: { ...body, client_name: "x".repeat(64 * 1024) } },
    redirects: { body: { ...body, redirect_uris: ["javascript:alert(1)"] } },
    missing: { status: 404, body },
    moved: { status: 302, headers: { location: "/other.json" }, body },
  })) {
    published = { status: 200, ...wrong };
    const visit = await door.visit(request(id));
    expect(visit.status, name).toBe(400);
    expect(visit.location, name).toBe("");
    expect(visit.text, name).toMatch(/This app cannot be connected/);
  }
  expect(door.faults).toEqual([]);
});

test("an address that the network's rules refuse is not fetched", async () => {
  for (const address of [
    "http://127.0.0.1:9/c.json",
    "https://10.0.0.1/c.json",
    "https://169.254.169.254/latest",
  ])
    expect((await door.visit(request(address))).status, address).toBe(400);
  expect(fetches).toBe(0);
});

test("isDocumentId() takes only addresses with one reading", () => {
  expect(isDocumentId("https://app.example.com/client.json")).toBe(true);
  expect(isDocumentId("http://127.0.0.1:80801/c")).toBe(false);
  for (const wrong of [
    ...[
      "https://app.example.com",
      "https://app.example.com/",
      "http://app.example.com/c",
      "ftp://a.example/c",
    ],
    ...[
      "https://user@app.example.com/c",
      "https://app.example.com/c#x",
      "https://APP.example.com/c",
      "app_123",
    ],
    ...["https://app.example.com/a/../c", "https://app.example.com/c\\d", "https://app.example.com:443/c"],
  ])
    expect(isDocumentId(wrong), wrong).toBe(false);
});
