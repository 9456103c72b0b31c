import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import type { Sandbox, SandboxResult } from "../../src/sandbox/sandbox.ts";
import { usable } from "./engines.ts";

const { works, why } = await usable("bubblewrap");

const LARGE = 3_000_000;

/** Fetches each address it is given, through the proxy if it is told of one, and prints what came. */
const FETCH = `
for (const url of process.argv.slice(1)) {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5000) });
    console.log(reply.status, (await reply.text()).trim());
  } catch (error) {
    console.log("failed", error.cause?.code ?? error.cause?.message ?? error.message);
  }
}`;

/** Asks the proxy for each address with a plain request, as older programs do. */
const FORWARD = `
const { get } = process.getBuiltinModule("node:http");
for (const path of process.argv.slice(1)) {
  await new Promise((resolve) => {
    get({ host: "127.0.0.1", port: 3128, path, agent: false }, async (reply) => {
      console.log(reply.statusCode, (await reply.setEncoding("utf8").reduce((all, text) => all + text, "")).trim());
      resolve();
    });
  });
}`;

/** Opens a tunnel with CONNECT, speaks HTTP through it and prints what came. */
const TUNNEL = `
const { connect } = process.getBuiltinModule("node:net");
const [target] = process.argv.slice(1);
const socket = connect(3128, "127.0.0.1", () => socket.write("CONNECT " + target + " HTTP/1.1\\r\\nHost: " + target + "\\r\\n\\r\\n"));
let text = "";
socket.on("data", (bytes) => {
  text += bytes;
  if (text.startsWith("HTTP/1.1 200") && text.endsWith("\\r\\n\\r\\n")) socket.write("GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n");
});
socket.on("close", () => console.log(text.split("\\r\\n")[0], text.endsWith("pong") ? "pong" : ""));`;

/** Leaves one answer unread, then fetches the same large one many times at once. */
const BUSY = `
const { get } = process.getBuiltinModule("node:http");
const [path] = process.argv.slice(1);
get({ host: "127.0.0.1", port: 3128, path, agent: false }, async (stalled) => {
  stalled.pause();
  const sizes = await Promise.all(Array.from({ length: 30 }, async () => (await (await fetch(path)).arrayBuffer()).byteLength));
  console.log(sizes.length, new Set(sizes).size, sizes[0]);
  process.exit(0);
});`;

describe.runIf(works)(`hosts granted to a sandbox${why}`, () => {
  let server: Server;
  let port: number;
  let sandbox: Sandbox;
  beforeAll(async () => {
    server = createServer((request, response) =>
      response.end(request.url === "/large" ? Buffer.alloc(LARGE) : "pong"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port; // a TCP server has one
    const lookup = async () => ["127.0.0.1"];
    sandbox = await createSandbox({ driver: "bubblewrap", privateHosts: [`friend.test:${port}`], lookup });
  });
  afterAll(async () => {
    await sandbox.close();
    await new Promise((resolve) => server.close(resolve));
  });
  const run = (program: string, args: string[], hosts?: string[]): Promise<SandboxResult> =>
    sandbox.start(["node", "--input-type=module", "-e", program, ...args], { hosts }).result;

  test("a program that prints while it downloads loses nothing of a large answer", async () => {
    const large = `http://friend.test:${port}/large`;
    for (const way of ["", "-p"]) {
      const program = ["sh", "-c", `curl -sS ${way} ${large}`];
      const { stdout, stderr, exitCode } = await sandbox.start(program, { hosts: [`friend.test:${port}`] })
        .result;
      expect([stdout.length, exitCode], stderr).toEqual([LARGE, 0]);
    }
  });

  test("a connection that nobody reads does not hold up the others", async () => {
    const large = `http://friend.test:${port}/large`;
    const { stdout, stderr } = await run(BUSY, [large], [`friend.test:${port}`]);
    expect(stdout.trim() || stderr).toBe(`30 1 ${LARGE}`);
  });

  test("fetch() reaches a granted host and no other, and each connection is recorded", async () => {
    const urls = [
      `http://friend.test:${port}/`,
      `http://stranger.test:${port}/`,
      "http://169.254.169.254/latest/",
    ];
    const result = await run(FETCH, urls, [`friend.test:${port}`]);
    expect(result.stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "200",
      "failed",
      "failed",
      "",
    ]);
    expect(
      result.connections?.map((record) => [record.host, record.port, record.allowed, record.detail]),
    ).toEqual([
      ["friend.test", port, true, "127.0.0.1"],
      ["stranger.test", port, false, `stranger.test:${port} was not granted`],
      ["169.254.169.254", 80, false, "169.254.169.254:80 was not granted"],
    ]);
  });

  test("a plain request to the proxy is forwarded to a granted host, and otherwise told why not", async () => {
    const hosts = [`friend.test:${port}`, `rebound.test:${port}`];
    const urls = ["friend", "stranger", "rebound"].map((name) => `http://${name}.test:${port}/`);
    expect((await run(FORWARD, [...urls, "/x"], hosts)).stdout.split("\n")).toEqual([
      "200 pong",
      `403 sandbox: stranger.test:${port} was not granted`,
      "403 sandbox: rebound.test leads to 127.0.0.1, which is not public",
      "400 sandbox: write the whole http:// address",
      "",
    ]);
  });

  test("CONNECT makes a tunnel to a granted host and to no other", async () => {
    const hosts = [`friend.test:${port}`];
    expect((await run(TUNNEL, [`friend.test:${port}`], hosts)).stdout).toBe(
      "HTTP/1.1 200 Connection Established pong\n",
    );
    expect((await run(TUNNEL, [`stranger.test:${port}`], hosts)).stdout).toContain("403 Refused");
  });

  test("without granted hosts there is no way out, not even a proxy", async () => {
    const result = await run(FETCH, [`http://127.0.0.1:${port}/`, `http://friend.test:${port}/`]);
    expect(result.stdout).toMatch(/^failed ECONNREFUSED\nfailed (EAI_AGAIN|ENOTFOUND)\n$/);
    expect(result.connections).toBeUndefined();
  });

  test("a program behind the bridge keeps its exit code, its streams and its start failure", async () => {
    const hosts = ["friend.test"];
    const result = await sandbox.start(["sh", "-c", "cat; exit 9"], { hosts, stdin: "in" }).result;
    expect(result).toMatchObject({ stdout: "in", exitCode: 9 });
    expect(await sandbox.start(["no-such-program"], { hosts }).result).toMatchObject({ exitCode: null });
  });

  test("an invalid host is refused before anything starts", async () => {
    const result = await sandbox.start(["true"], { hosts: ["http://friend.test"] }).result;
    expect(result).toMatchObject({ exitCode: null, cause: expect.stringContaining("Cannot grant host") });
  });
});
