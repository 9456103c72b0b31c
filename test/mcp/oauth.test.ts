import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimHome } from "../../src/config/trust/home-claim.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { COMMAND } from "../support/command.ts";
import { SHARED_CACHE, trustFolder } from "../support/trust.ts";
import { outcomeOf } from "./a-harbour.ts";
import { aGuardedServer, browse, type GuardedServer } from "./fixtures/a-guarded-server.ts";
import { MACHINE } from "./fixtures/an-authorization-server.ts";
import { installPeers } from "./peers.ts";

const SECONDS = 3;
const REDIRECT = "http://127.0.0.1:49219/callback"; // nobody listens there: the browser of these tests only looks
let server: GuardedServer;
let workspace = "";
const runtimes: Runtime[] = [];

beforeAll(async () => {
  installPeers();
  server = await aGuardedServer({ seconds: SECONDS });
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-oauth-")));
});
afterAll(async () => {
  for (const runtime of runtimes) await runtime.close();
  await server.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** The config: the authorization server stands on loopback as well, which has to be said. */
const config = (url = server.url) => ({
  network: { allowPrivate: ["127.0.0.1"] },
  mcpServers: { docs: { url, risk: "low" as const, sends: "nothing" as const } },
});
function aRuntime(url?: string): Runtime {
  const runtime = createRuntime({ workspace, config: config(url), variables: process.env });
  runtimes.push(runtime);
  return runtime;
}
async function login(runtime: Runtime): Promise<URL> {
  let shown = new URL("about:blank");
  let answer = new URLSearchParams();
  await runtime.mcp.login("docs", {
    redirectUrl: REDIRECT,
    async show(url) {
      shown = url;
      answer = (await browse(url.href, REDIRECT)).searchParams;
    },
    answer: async () => answer,
  });
  return shown;
}
const file = () => join(workspace, ".dejima/mcp-credentials/docs.json");

test("a server that wants a login says so, and how; nothing is registered behind the user's back", async () => {
  const problems = await aRuntime().mcp.discover();
  expect(problems.get("docs")).toMatchObject({
    code: "server_unavailable",
    message: expect.stringContaining("`dejima mcp login docs`"),
  });
  expect(server.authorization.registrations()).toBe(0);
});

test("login() registers, uses PKCE, and keeps the tokens where nobody else can read them", async () => {
  const runtime = aRuntime();
  const shown = await login(runtime);
  expect(Object.fromEntries(shown.searchParams)).toMatchObject({
    code_challenge_method: "S256",
    resource: server.url,
    state: expect.stringMatching(/.{20}/),
  });
  await runtime.mcp.discover();
  expect(await outcomeOf(runtime, "read")).toBe("read done");
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(file()))).mode & 0o777).toBe(0o700);
  expect(await readdir(dirname(file()))).toEqual(["docs.json"]);
});

test("an expired token is refreshed once, however many calls need it, and no log contains it", async () => {
  const runtime = aRuntime();
  await runtime.ready();
  expect(await outcomeOf(runtime, "read")).toBe("read done");
  const before = new Set(server.tokens);
  await delay((SECONDS + 1) * 1000);
  const all = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(runtime, "read")));
  expect(new Set(all)).toEqual(new Set(["read done"]));
  const fresh = [...server.tokens].filter((token) => !before.has(token));
  expect(fresh).toHaveLength(1);
  const kept = await readFile(file(), "utf8");
  expect(kept).toContain(fresh[0]);
  const runs = join(workspace, ".dejima/runs");
  for (const run of await readdir(runs))
    expect(await readFile(join(runs, run, "events.jsonl"), "utf8")).not.toContain(fresh[0]);
});

test("processes that meet an expired token at the same time refresh it once, and none loses the login", async () => {
  const several = [aRuntime(), aRuntime(), aRuntime()];
  for (const runtime of several) {
    await runtime.ready();
    expect(await outcomeOf(runtime, "read")).toBe("read done");
  }
  const before = new Set(server.tokens);
  await delay((SECONDS + 1) * 1000);
  expect(await Promise.all(several.map((runtime) => outcomeOf(runtime, "read")))).toEqual(
    several.map(() => "read done"),
  );
  expect([...server.tokens].filter((token) => !before.has(token))).toHaveLength(1);
  expect(await readdir(dirname(file()))).toEqual(["docs.json"]);
});

test("a tool that needs more scopes asks for a new login, which keeps the granted ones", async () => {
  const runtime = aRuntime();
  await runtime.ready();
  expect(await outcomeOf(runtime, "write")).toMatchObject({
    code: "server_unavailable",
    message: expect.stringMatching(/agree to more.*dejima mcp login docs/),
  });
  expect(await outcomeOf(runtime, "read")).toBe("read done"); // what it may do goes on
  const shown = await login(runtime);
  expect(shown.searchParams.get("scope")?.split(" ")).toEqual(expect.arrayContaining(["read", "write"]));
  expect(await outcomeOf(runtime, "write")).toBe("write done");
  expect(server.authorization.registrations()).toBe(2); // anew for more, and no oftener
});

test("tokens go to the address that they were given for, and to no other", async () => {
  const other = await aGuardedServer({ seconds: SECONDS });
  const problems = await aRuntime(other.url).mcp.discover(["docs"]);
  expect(problems.get("docs")?.message).toContain("wants you to log in");
  expect(other.tokens.size).toBe(0);
  await other.close();
});

test("a program that is let in for its own sake needs no login, and shows its secret to one issuer alone", async () => {
  const asMachine = async (issuer: string) => {
    const oauth = {
      grant: "client_credentials",
      clientId: MACHINE.client_id,
      clientSecret: MACHINE.client_secret,
      issuer,
    } as const;
    const { network, mcpServers } = config();
    const runtime = createRuntime({
      workspace: join(workspace, "machine"),
      config: { network, mcpServers: { docs: { ...mcpServers.docs, oauth } } },
    });
    runtimes.push(runtime);
    return { runtime, problems: await runtime.mcp.discover(["docs"]) };
  };
  const { runtime, problems } = await asMachine(server.authorization.issuer);
  expect([...problems]).toEqual([]);
  expect(await outcomeOf(runtime, "read")).toBe("read done");
  expect([...(await asMachine("https://other.example")).problems.keys()]).toEqual(["docs"]);
});

test("an answer to another question is not taken", async () => {
  const mcp = aRuntime().mcp;
  const redirectUrl = REDIRECT;
  const wrong = new URLSearchParams({ code: "stolen", state: "guessed" });
  const answered = mcp.login("docs", { redirectUrl, show: () => {}, answer: async () => wrong });
  await expect(answered).rejects.toThrow(/answer to another question/);
});

test("mcp login prints the address and waits for the browser; mcp logout forgets", async () => {
  claimHome(join(workspace, ".dejima"), { HOME: workspace });
  await writeFile(join(workspace, "dejima.yaml"), JSON.stringify(config()));
  await trustFolder(workspace, { HOME: workspace });
  const logging = dejima("mcp", "login", "docs", "--json");
  for await (const line of createInterface({ input: logging.child.stdout })) {
    const said = JSON.parse(line);
    if (said.url === undefined) expect(said).toMatchObject({ status: "logged-in", tools: 2 });
    else {
      const back = new URL(said.url).searchParams.get("redirect_uri") ?? "";
      await fetch(await browse(said.url, back));
    }
  }
  expect(await logging.code).toBe(0);
  expect(await dejima("mcp", "call", "docs", "read", "--json").code).toBe(0);
  expect(await dejima("mcp", "logout", "docs").code).toBe(0);
  await expect(stat(file())).rejects.toThrow();
  expect(await dejima("mcp", "call", "docs", "read", "--json").code).toBe(4);
});

function dejima(...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: workspace, ...SHARED_CACHE };
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: workspace,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.resume();
  return { child, code: new Promise<number | null>((resolve) => child.once("exit", resolve)) };
}
