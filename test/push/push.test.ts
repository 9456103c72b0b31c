import { createPublicKey, verify } from "node:crypto";
import { stat } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { pushSubscriptionSchema } from "../../src/contract/user/push.ts";
import { type RunningServer, serve } from "../../src/doors/http/serve.ts";
import { encryptPayload } from "../../src/push/encrypt-payload.ts";
import { aCertificate } from "../network/a-certificate.ts";
import { aSecureServer, type TestServer } from "../network/a-server.ts";
import { aRuntime, type TestRuntime } from "../support/a-runtime.ts";
import { aPushBrowser } from "./a-push-browser.ts";

const base64url = (text: string) => Buffer.from(text, "base64url");

test("encryptPayload() makes the message of RFC 8291, byte for byte", () => {
  const browser = aPushBrowser({
    privateKey: base64url("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
    auth: base64url("BTBZMqHH6r4Tts7J_aSIgg"),
  });
  const subscription = pushSubscriptionSchema.parse(browser.subscription("https://push.example.net/push/x"));
  const text = "When I grow up, I want to be a watermelon";
  const made = encryptPayload(text, subscription, {
    salt: base64url("DGv6ra1nlYgDCS1FRnbzlw"),
    privateKey: base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  });
  expect(Buffer.from(made).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
  expect(browser.read(made)).toBe(text);
  expect(() => encryptPayload("x".repeat(4_000), subscription)).toThrow("at most");
});

interface Pushed {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const system = getCACertificates("default");
const pushed: Pushed[] = [];
const statuses = new Map<string, number>();
let service: TestServer;
let world: TestRuntime;
let server: RunningServer;

beforeAll(async () => {
  const pair = aCertificate(["127.0.0.1"]);
  setDefaultCACertificates([...system, pair.certificate]);
  service = await aSecureServer(pair, async (request, response) => {
    const path = request.url ?? "";
    pushed.push({ path, headers: request.headers, body: await buffer(request) });
    const status = statuses.get(path) ?? 201;
    response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
  });
  world = await aRuntime({
    config: {
      network: { allowPrivate: [`127.0.0.1:${service.port}`] },
      permissions: { confirm: ["write_file"] },
      models: { providers: { openai: { apiKey: "sk-a-tide-that-nobody-sees" } } },
      server: { publicUrl: "https://harbour.example.com" },
    },
  });
  server = await serve({
    runtime: world.runtime,
    host: "127.0.0.1",
    port: 0,
    console: false,
    checkAnswers: true,
    onFault,
  });
});

afterAll(async () => {
  await server.close();
  await world[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  setDefaultCACertificates(system);
});

function onFault(error: unknown): void {
  throw error;
}

async function ask(method: string, path: string, body?: unknown, token?: string) {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // What came back is looked at by the test alone.
  return { status: answer.status, body: (await answer.json()) as never };
}

const at = (path: string) => pushed.filter((one) => one.path === path);

/** Waits until the push service has so many messages at a path. */
const arrived = (path: string, count: number) =>
  expect.poll(() => at(path).length, { timeout: 20_000 }).toBe(count);

const tell = (text: string, user: string) =>
  world.runtime.mail.send(
    { type: "text", text },
    { conversation: `c-${user}`, door: "http", user },
    { signal: AbortSignal.timeout(20_000) },
  );

test("a closed page gets reminders and questions, encrypted and without secrets, until it unsubscribes", async () => {
  const browser = aPushBrowser();
  const { body: before } = await ask("GET", "/api/push");
  expect(before).toEqual({ publicKey: expect.stringMatching(/^[\w-]{87}$/), targets: [] });
  const subscription = browser.subscription(`${service.url}/gone-later`, "zh");
  const kept = await ask("POST", "/api/push/targets", subscription);
  expect(kept).toMatchObject({ status: 200, body: { service: `127.0.0.1:${service.port}` } });

  await tell("潮水来了 sk-a-tide-that-nobody-sees", "local");
  await arrived("/gone-later", 2);
  const [first, reminder] = at("/gone-later");
  expect(JSON.parse(browser.read(first?.body ?? Buffer.alloc(0)))).toMatchObject({
    title: "Dejima",
    body: "",
  });
  const shown = browser.read(reminder?.body ?? Buffer.alloc(0));
  expect(shown).not.toContain("nobody-sees");
  expect(JSON.parse(shown)).toMatchObject({
    title: "有新消息",
    body: expect.stringContaining("潮水来了"),
    to: "#/chat/c-local",
    always: false,
  });
  expect(reminder?.headers).toMatchObject({
    "content-encoding": "aes128gcm",
    ttl: "86400",
    urgency: "normal",
  });
  expectProof(reminder?.headers.authorization ?? "", (before as { publicKey: string }).publicKey);
  expect(() => aPushBrowser().read(reminder?.body ?? Buffer.alloc(0))).toThrow();

  const run = await world.runtime.openRun({ title: "asks", park: "wait" });
  const asked = run.execute({
    tool: "write_file",
    input: { path: "private-name.txt", content: "private words" },
  });
  await arrived("/gone-later", 3);
  const question = browser.read(at("/gone-later")[2]?.body ?? Buffer.alloc(0));
  expect(JSON.parse(question)).toMatchObject({ title: "有一个问题等你回答", body: "", to: "#/approvals" });
  expect(question).not.toContain("private");
  for (const { id } of await world.runtime.approvals.list({ status: "pending" }))
    await world.runtime.approvals.answer(id, { answer: "deny", by: "the test", door: "test" });
  expect((await asked).type).toBe("failure");
  await run.end("failed");

  expect(await ask("POST", "/api/push/test")).toMatchObject({ body: { sent: 1, removed: 0, problems: [] } });
  expect(JSON.parse(browser.read(at("/gone-later")[3]?.body ?? Buffer.alloc(0)))).toMatchObject({
    always: true,
  });
  statuses.set("/gone-later", 503);
  expect(await ask("POST", "/api/push/test")).toMatchObject({
    body: { sent: 0, removed: 0, problems: [expect.stringContaining("503")] },
  });
  statuses.set("/gone-later", 410);
  expect(await ask("POST", "/api/push/test")).toMatchObject({ body: { sent: 0, removed: 1 } });
  expect(await ask("GET", "/api/push")).toMatchObject({ body: { targets: [] } });
});

/** The proof is signed by the key that browsers subscribe with, is for this push service, and ends within a day. */
function expectProof(authorization: string, publicKey: string): void {
  const [, head = "", claims = "", signature = "", key = ""] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  expect(key).toBe(publicKey);
  const point = base64url(key);
  const [x = "", y = ""] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const verifier = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  expect(verify("sha256", signed, { key: verifier, dsaEncoding: "ieee-p1363" }, base64url(signature))).toBe(
    true,
  );
  const { aud, exp, sub } = JSON.parse(base64url(claims).toString());
  expect([aud, sub]).toEqual([service.url, "https://harbour.example.com"]);
  expect(exp).toBeGreaterThan(Date.now() / 1_000);
  expect(exp).toBeLessThan(Date.now() / 1_000 + 86_400);
}

test("hostile endpoints are refused and not stored", async () => {
  const browser = aPushBrowser();
  const own = new URL(server.url).port;
  statuses.set("/led-on", 302);
  statuses.set("/refuses", 403);
  const endpoints = [
    `http://127.0.0.1:${service.port}/plain`,
    `https://127.0.0.1:${own}/api/runs`,
    "https://127.0.0.1:9/",
    "https://localhost/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://10.0.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://user:pass@fcm.example/",
    "ftp://fcm.example/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "",
    `${service.url}/led-on`,
    `${service.url}/refuses`,
  ];
  for (const endpoint of endpoints) {
    const { status } = await ask("POST", "/api/push/targets", browser.subscription(endpoint));
    expect([endpoint, status >= 400 && status < 600]).toEqual([endpoint, true]);
  }
  const good = { p256dh: "B".repeat(87), auth: "A".repeat(22) };
  for (const keys of [good, { ...good, auth: "A" }, { ...good, p256dh: "AAAA" }, {}]) {
    const { status } = await ask("POST", "/api/push/targets", { endpoint: `${service.url}/keys`, keys });
    expect([JSON.stringify(keys), status]).toEqual([JSON.stringify(keys), 400]);
  }
  expect(at("/elsewhere")).toEqual([]);
  expect(at("/plain")).toEqual([]);
  expect(at("/keys")).toEqual([]);
  expect(await ask("GET", "/api/push")).toMatchObject({ body: { targets: [] } });
});

test("each person has their own browsers, is told their own things, and nothing after their token is gone", async () => {
  const { documents } = world.runtime.store;
  const tokens = openTokens(documents);
  const [ann, ben] = [await tokens.create("ann", "user"), await tokens.create("ben", "approver")];
  const [annBrowser, benBrowser] = [aPushBrowser(), aPushBrowser()];
  const added = await ask("POST", "/api/push/targets", annBrowser.subscription(`${service.url}/ann`), ann);
  await ask("POST", "/api/push/targets", benBrowser.subscription(`${service.url}/ben`), ben);
  const { id } = added.body as { id: string };
  expect(await ask("DELETE", `/api/push/targets/${id}`, undefined, ben)).toMatchObject({ status: 404 });
  await tell("only for ann", "ann");
  await arrived("/ann", 2);
  expect(at("/ben")).toHaveLength(1);

  // A question of ann's run goes to her, and to ben, who may answer it.
  const run = await world.runtime.openRun({ title: "ann asks", park: "wait", user: "ann" });
  const asked = run.execute({ tool: "write_file", input: { path: "a.txt", content: "x" } });
  await Promise.all([arrived("/ann", 3), arrived("/ben", 2)]);
  for (const one of await world.runtime.approvals.list({ status: "pending" }))
    await world.runtime.approvals.answer(one.id, { answer: "deny", by: "the test", door: "test" });
  await asked;
  await run.end("failed");

  await tokens.revoke("ann");
  const { push } = world.runtime;
  const notice = () => ({ title: "t", tag: "t", to: "#/chat" });
  expect(await push.notify({ user: "ann" }, notice)).toEqual({ sent: 0, removed: 1, problems: [] });
  expect(await push.list("ann")).toEqual([]);
  expect(
    await ask("DELETE", `/api/push/targets/${(await push.list("ben"))[0]?.id}`, undefined, ben),
  ).toMatchObject({
    status: 200,
  });
  expect(at("/ann")).toHaveLength(3);
});

test("the key is readable by its owner alone, and one person keeps at most ten browsers", async () => {
  const { push } = world.runtime;
  const file = join(world.home, "push-key.pem");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (let count = 0; count < 12; count++)
    await push.subscribe(
      pushSubscriptionSchema.parse(aPushBrowser().subscription(`${service.url}/many/${count}`)),
      {
        user: "cleo",
        answers: false,
      },
    );
  expect(await push.list("cleo")).toHaveLength(10);
});
