import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serve } from "../../src/doors/http/serve.ts";
import { renameInZip, tarGz, writeZip } from "../skills/hostile-archives.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { aServer, people } from "./a-server.ts";

test("a page of another site gets no leave to look or to send, and its preflight is refused", async () => {
  await using world = await aServer();
  const asks = { origin: "https://evil.example", "access-control-request-method": "POST" };
  const preflight = await fetch(`${world.url}/api/chat`, { method: "OPTIONS", headers: asks });
  expect(preflight.status).toBe(403);
  const [read, sent] = [
    await world.get("/api/tools", { origin: "https://evil.example" }),
    await world.post("/api/chat", { message: "hi" }, { origin: "https://evil.example" }),
  ];
  for (const answer of [preflight, read, sent]) {
    expect(answer.status).toBe(403);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
});

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
  "a form's body of %s is no message, even where no origin is told",
  async (type) => {
    await using world = await aServer({ script: [] });
    const body = JSON.stringify({ message: "hi", input: {} });
    for (const path of ["/api/chat", "/api/tools/current_time/call", "/v1/chat/completions"]) {
      const answer = await fetch(`${world.url}${path}`, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(await answer.text()).toContain("application/json");
    }
    expect(await world.json("/api/runs")).toEqual([]);
  },
);

test("a token counts only in its header, not once it is revoked, and is never told again", async () => {
  await using world = await aRuntime();
  const { app, tokens, as, tokenOf } = await people(world.runtime, { ann: "admin" });
  const token = tokenOf("ann");
  const asked = (path: string, headers: Record<string, string> = {}) =>
    app.request(`http://localhost${path}`, { headers: { host: "localhost", ...headers } });
  expect((await asked(`/api/me?token=${token}&access_token=${token}`)).status).toBe(401);
  expect((await asked("/api/me", { cookie: `token=${token}` })).status).toBe(401);
  expect((await asked("/api/me", { authorization: `Basic ${btoa(`ann:${token}`)}` })).status).toBe(401);
  expect((await as("ann", "GET", "/api/me")).status).toBe(200);
  for (const path of ["/api/config", "/api/me", "/metrics", "/api/nothing"]) {
    const answer = await as("ann", "GET", path);
    expect((await answer.text()) + JSON.stringify([...answer.headers])).not.toContain(token);
  }
  await tokens.revoke("ann");
  expect((await as("ann", "GET", "/api/me")).status).toBe(401);
  const stored = await Promise.all([...(await world.homeFiles())].map(async ([, text]) => text));
  expect(stored.some((text) => text.includes(token))).toBe(false);
});

test("a revoked token is nobody on loopback, too; a request that was handed on needs a token", async () => {
  await using world = await aServer();
  const { tokens, tokenOf } = await people(world.runtime, { ann: "viewer" });
  const authorization = `Bearer ${tokenOf("ann")}`;
  expect(await (await world.get("/api/me", { authorization })).json()).toMatchObject({
    name: "ann",
    role: "viewer",
  });
  await tokens.revoke("ann");
  expect((await world.get("/api/me", { authorization })).status).toBe(401);
  expect((await world.get("/api/me", { authorization: "Bearer sk-any" })).status).toBe(200);
  for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip"])
    expect((await world.get("/api/me", { [name]: "203.0.113.7" })).status).toBe(401);
});

test("no tool can call the server of its own machine and approve itself, whatever hosts it may reach", async () => {
  await using world = await aServer({
    script: [],
    config: {
      network: { allowPrivate: ["127.0.0.1"] },
      permissions: { safe: ["http_request(http://127.0.0.1:*/**)"] },
    },
    ask: async () => ({ answer: "approve", by: "ann" }),
  });
  for (const headers of [{}, { via: "" }, { Via: "x" }]) {
    const outcome = await world.runtime.execute("http_request", {
      method: "GET",
      url: `${world.url}/api/me`,
      headers,
    });
    expect(JSON.stringify(outcome)).toMatch(/"code":"host_blocked"|Cannot send the header/);
  }
  const approve = { method: "POST", url: `${world.url}/api/approvals/x/answer`, body: { answer: "approve" } };
  expect(await world.runtime.execute("http_request", approve)).toMatchObject({
    error: { code: "host_blocked" },
  });
});

test("serve() can ask for a token on loopback, and then nobody is let in without one", async () => {
  await using world = await aRuntime();
  const options = {
    runtime: world.runtime,
    host: "127.0.0.1",
    port: 0,
    requireToken: true,
    checkAnswers: true,
    onFault: () => {},
  };
  await expect(serve(options)).rejects.toThrow(/without a token/);
  const { tokenOf } = await people(world.runtime, { ann: "user" });
  const server = await serve(options);
  expect((await fetch(`${server.url}/api/me`)).status).toBe(401);
  const own = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${tokenOf("ann")}` } });
  expect(own.status).toBe(200);
  await server.close();
});

const SECRET = "the harbour's own secret";
const TRAVERSALS = [
  "..%2f..%2fsecret.txt",
  "%2e%2e%2f%2e%2e%2fsecret.txt",
  "..%5c..%5csecret.txt",
  "..%252fsecret.txt",
  "secret.txt%00",
  "%c0%ae%c0%ae%2fsecret.txt",
  "a".repeat(5_000),
];

test.each([
  "/api/runs/ID/events",
  "/api/runs/ID/verify",
  "/api/runs/RUN/observations/ID",
  "/api/runs/RUN/artifacts/ID",
  "/api/conversations/ID",
  "/api/approvals/ID",
  "/api/skills/ID",
  "/api/skills/ID/scan",
  "/api/tools/ID",
  "/api/mcp/ID",
  "/api/policy/calls/ID",
  "/ID",
  "/assets/ID",
])("no id leads out of %s", async (path) => {
  await using world = await aServer({ files: { "secret.txt": SECRET } });
  const made = await (await world.post("/api/tools/current_time/call")).json();
  const { runId } = made as { runId: string };
  await mkdir(join(world.home, "runs", runId, "artifacts"), { recursive: true });
  await writeFile(join(world.home, "secret.txt"), SECRET);
  for (const id of TRAVERSALS) {
    const answer = await world.get(path.replace("RUN", runId).replace("ID", id));
    expect([id, answer.status >= 400 && answer.status < 500]).toEqual([id, true]);
    expect(await answer.text()).not.toContain(SECRET);
  }
});

async function hostileArchives(folder: string): Promise<[string, string, Buffer][]> {
  const skill = "---\nname: evil\ndescription: A skill that means harm to whoever installs it\n---\nHello.\n";
  const file = join(folder, "evil.zip");
  await writeZip(file, { "evil/SKILL.md": skill, "evil/xxxxxxxxx": "out" });
  const plain = await readFile(file);
  await writeZip(file, { "evil/SKILL.md": skill, "evil/bomb.txt": Buffer.alloc(40 * 1024 * 1024) });
  const bomb = await readFile(file);
  const zip = "application/zip";
  const gzip = "application/gzip";
  const body = { path: "evil/SKILL.md", content: skill };
  const many = Array.from({ length: 2_001 }, (_nothing, at) => ({ path: `evil/${at}.txt`, content: "x" }));
  return [
    ["a path that climbs out", zip, renameInZip(plain, "evil/xxxxxxxxx", "evil/../../../")],
    ["an absolute path", zip, renameInZip(plain, "evil/xxxxxxxxx", "/etc/dejima-ev")],
    ["a bomb", zip, bomb],
    ["too many files", gzip, tarGz([body, ...many])],
    [
      "a link to elsewhere",
      gzip,
      tarGz([body, { path: "evil/link", type: "SymbolicLink", linkpath: "/etc/passwd" }]),
    ],
    ["a hard link", gzip, tarGz([body, { path: "evil/hard", type: "Link", linkpath: "/etc/passwd" }])],
    ["a device", gzip, tarGz([body, { path: "evil/device", type: "CharacterDevice" }])],
    ["a cut archive", zip, plain.subarray(0, plain.length - 30)],
    ["nothing", zip, Buffer.alloc(0)],
  ];
}

test("hostile archives are refused and leave nothing behind", async () => {
  await using world = await aServer();
  const before = await uploads();
  for (const [what, type, content] of await hostileArchives(world.workspace)) {
    const answer = await fetch(`${world.url}/api/skills?accept=true`, {
      method: "POST",
      headers: { "content-type": type },
      body: new Uint8Array(content),
    });
    expect([what, answer.status >= 400 && answer.status < 500]).toEqual([what, true]);
    expect(answer.headers.get("content-type"), what).toBe("application/problem+json");
  }
  expect((await world.get("/api/skills/evil")).status).toBe(404);
  expect(await uploads()).toEqual(before);
  expect(existsSync("/etc/dejima-ev")).toBe(false);
});

async function uploads(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith("dejima-upload-"));
}

test("no response contains a secret of the config", async () => {
  const secret = "sk-harbour-1234567890";
  await using world = await aServer({
    yaml: `models:\n  providers:\n    openai: { apiKey: "\${KEY}" }\nmcpServers:\n  noted: { command: "node", args: ["--key", "\${KEY}"] }\n`,
    variables: { KEY: secret },
  });
  for (const path of [
    "/api/config",
    "/api/mcp",
    "/api/mcp/noted",
    "/api/config/schema",
    "/api/tools",
    "/metrics",
  ]) {
    const answer = await world.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(await answer.text(), path).not.toContain(secret);
  }
});
