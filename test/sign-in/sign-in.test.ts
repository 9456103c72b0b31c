import { afterAll, beforeAll, expect, test } from "vitest";
import { openSignIn } from "../../src/access/sign-in/open-sign-in.ts";
import { openSessions, SESSION_COOKIE } from "../../src/access/sign-in/sessions.ts";
import { openTokenValidity } from "../../src/access/token-validity.ts";
import { type RunningServer, serve } from "../../src/doors/http/serve.ts";
import { aRuntime, type TestRuntime } from "../support/a-runtime.ts";
import { anIdentityProvider, Browser, CLIENT, type IdentityProvider } from "./an-identity-provider.ts";

let provider: IdentityProvider;
let world: TestRuntime;
let server: RunningServer;
let callback = "";

beforeAll(async () => {
  // The address is known only once the server listens, and the provider only lets known addresses in.
  const { port } = await freePort();
  callback = `http://127.0.0.1:${port}/sign-in/callback`;
  provider = await anIdentityProvider(() => callback);
  world = await aRuntime({
    config: {
      server: {
        signIn: {
          issuer: provider.issuer,
          clientId: CLIENT.client_id,
          clientSecret: CLIENT.client_secret,
          roles: { admin: ["ops"], approver: ["leads"], user: ["staff"] },
        },
      },
    },
  });
  server = await serve({
    runtime: world.runtime,
    host: "127.0.0.1",
    port,
    requireToken: true,
    console: false,
    onFault: (error) => {
      throw error;
    },
  });
});

afterAll(async () => {
  await server?.close();
  await world?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

async function freePort(): Promise<{ port: number }> {
  const { createServer } = await import("node:net");
  const held = createServer();
  await new Promise<void>((resolve) => held.listen(0, "127.0.0.1", resolve));
  const { port } = held.address() as { port: number };
  await new Promise((resolve) => held.close(resolve));
  return { port };
}

async function signInAs(name: string, claims: Readonly<Record<string, unknown>>) {
  provider.person(name, claims);
  const browser = new Browser();
  const end = await browser.follow(`${server.url}/sign-in`, (next) => next === `${server.url}/`);
  const session = browser.cookiesOf(server.url).get(SESSION_COOKIE);
  const me = () =>
    fetch(`${server.url}/api/me`, {
      headers: { cookie: `${SESSION_COOKIE}=${session}` },
    });
  return { ...end, browser, session, me };
}

test("a person signs in with the provider, has the highest role of their groups, and signs out", async () => {
  const alice = await signInAs("alice", {
    email: "Alice@Example.com",
    email_verified: true,
    groups: ["staff", "leads"],
  });
  expect(alice.url).toBe(`${server.url}/`);
  expect(await (await alice.me()).json()).toMatchObject({ name: "alice@example.com", role: "approver" });
  const out = await fetch(`${server.url}/sign-out`, {
    method: "POST",
    headers: { cookie: `${SESSION_COOKIE}=${alice.session}`, "content-type": "application/json" },
  });
  expect(await out.json()).toEqual({ signedOut: true });
  expect((await alice.me()).status).toBe(401);
});

test("a person without a role gets a message and no session", async () => {
  const eve = await signInAs("eve", { groups: ["visitors"] });
  expect(eve.response.status).toBe(403);
  expect(await eve.response.text()).toContain("none of their groups has a role here");
  expect(eve.session).toBeUndefined();
});

test("a person whom the provider names for another tenant is not let in", async () => {
  const { signIn: settings } = world.runtime.settings.config.server;
  if (settings === undefined) throw new Error("set above");
  const { documents } = world.runtime.store;
  const signIn = openSignIn({
    settings: { ...settings, tenantClaim: "org" },
    documents,
    tenant: "acme",
  });
  const finish = async (name: string, org: unknown) => {
    provider.person(name, { groups: ["ops"], org });
    const begun = await signIn.begin(callback);
    const { url } = await new Browser().follow(begun.url, (next) => next.startsWith(callback));
    return signIn.finish(new URL(url), begun.state);
  };
  expect((await finish("ann-of-acme", ["acme", "other"])).caller.role).toBe("admin");
  for (const org of ["globex", ["globex"], "acme2", "", undefined, { acme: true }])
    await expect(finish("gus", org), JSON.stringify(org)).rejects.toThrow(
      'for the tenant "acme" (claim org)',
    );
});

test("a mail address that the provider has not checked names nobody", async () => {
  const mallory = await signInAs("mallory", {
    email: "alice@example.com",
    email_verified: false,
    groups: ["staff"],
  });
  const { name } = (await (await mallory.me()).json()) as { name: string };
  expect(name).toBe(`mallory@${new URL(provider.issuer).host}`);
});

test("a callback that another browser began is refused, and each code works once", async () => {
  provider.person("bob", { groups: ["staff"] });
  const [attacker, victim] = [new Browser(), new Browser()];
  const { url } = await attacker.follow(`${server.url}/sign-in`, (next) => next.startsWith(callback));
  const forced = await victim.get(url);
  expect(forced.status).toBe(401);
  expect(victim.cookiesOf(server.url).get(SESSION_COOKIE)).toBeUndefined();
  expect((await attacker.get(url)).headers.get("location")).toBe("/");
  const again = new Browser();
  for (const [name, value] of attacker.cookiesOf(server.url)) again.cookiesOf(server.url).set(name, value);
  again.cookiesOf(server.url).set("dejima_sign_in", new URL(url).searchParams.get("state") ?? "");
  expect((await again.get(url)).status).toBe(401);
});

test("a session is no use to a page of another site, beside a token, or twice in one header", async () => {
  const carol = await signInAs("carol", { groups: ["ops"] });
  expect(await (await carol.me()).json()).toMatchObject({ role: "admin" });
  const cookie = `${SESSION_COOKIE}=${carol.session}`;
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/api/me`, { headers })).status;
  expect(await status({ cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" })).toBe(403);
  expect(await status({ cookie, origin: "https://evil.example" })).toBe(403);
  expect(await status({ cookie, authorization: "Bearer dj_wrong" })).toBe(401);
  expect(await status({ cookie: `${cookie}; ${SESSION_COOKIE}=other` })).toBe(401);
  expect(await status({ cookie: `${SESSION_COOKIE}=ds_guess` })).toBe(401);
});

test("an ended session ends at once, and only hashes are stored", async () => {
  const dave = await signInAs("dave", { email: "dave@example.com", email_verified: true, groups: ["staff"] });
  expect((await dave.me()).status).toBe(200);
  const { documents } = world.runtime.store;
  expect(JSON.stringify(await documents.list("sign-in-sessions"))).not.toContain(dave.session ?? "none");
  expect(await openSessions(documents).endAll("dave@example.com")).toBe(1);
  expect((await dave.me()).status).toBe(401);
});

test("the cookies cannot be read by scripts, and stay with this site", async () => {
  provider.person("erin", { groups: ["staff"] });
  const browser = new Browser();
  const begun = await browser.get(`${server.url}/sign-in`);
  expect(begun.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
  const { response } = await browser.follow(`${server.url}/sign-in`, (next) => next === `${server.url}/`);
  const set = response.headers.getSetCookie().find((one) => one.startsWith(SESSION_COOKIE));
  expect(set).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
});

test("a session with another role ends the earlier one, and the end of all ends what the person began", async () => {
  const { documents } = world.runtime.store;
  const first = await signInAs("frank", { groups: ["ops"] });
  const { name } = (await (await first.me()).json()) as { name: string };
  const second = await signInAs("frank", { groups: ["staff"] });
  expect((await first.me()).status).toBe(401);
  expect(await (await second.me()).json()).toMatchObject({ name, role: "user" });
  const standings = openTokenValidity(documents);
  const began = Date.now() + 1;
  expect(await standings.holds(name, began)).toBe(true);
  await openSessions(documents).endAll(name);
  expect(await standings.holds(name, began)).toBe(false);
  await signInAs("frank", { groups: ["staff"] });
  expect(await standings.holds(name, Date.now() + 1)).toBe(true);
});

test("an address may begin as many times a minute as it may ask anything else without a token, and no more", async () => {
  // A server of its own: the others' requests would count as well.
  const other = await serve({
    runtime: world.runtime,
    host: "127.0.0.1",
    port: 0,
    requireToken: true,
    console: false,
    onFault: (error) => {
      throw error;
    },
  });
  try {
    const statuses: number[] = [];
    for (let turn = 0; turn < 150 && statuses.at(-1) !== 429; turn++)
      statuses.push((await fetch(`${other.url}/sign-in`, { redirect: "manual" })).status);
    expect(statuses.at(-1)).toBe(429);
    // The allowance is refilled while this goes on, so that it may be some more.
    expect(statuses.length).toBeGreaterThan(60);
  } finally {
    await other.close();
  }
});
