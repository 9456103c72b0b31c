// A program that was let onto the network may listen as much as it likes: nobody but itself is there to connect.
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";

const LISTENER = `
const { createServer } = require("node:net");
const { writeFileSync } = require("node:fs");
const server = createServer((socket) => socket.end("hello"));
server.listen(Number(process.argv[2]), process.argv[3], () => writeFileSync("listens", ""));
`;
const CALLER = `
require("node:net").connect(Number(process.argv[2]), "127.0.0.1")
  .on("connect", () => { console.log("connected"); process.exit(); })
  .on("error", ({ code }) => { console.log(code); process.exit(); });
`;

/** Whether somebody on this machine can connect. */
function reaches(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

test.each([
  ["127.0.0.1", []],
  ["0.0.0.0", ["example.com"]],
  ["::", ["example.com"]],
] as const)(
  "a program that listens on %s with the hosts %j is reached by no program of this machine, nor by another of Dejima's",
  { timeout: 240_000 },
  async (address, hosts) => {
    const port = 41_739;
    expect(await reaches(port)).toBe(false);
    const open = () =>
      aRuntime({
        files: { "listen.cjs": LISTENER, "call.cjs": CALLER },
        ask: async () => ({ answer: "approve", by: "test" }),
        config: { permissions: { confirm: ["shell"] }, tools: { timeout: "5m" } },
      });
    await using world = await open();
    await using second = await open(); // programs that may write one folder take turns
    const { runtime, workspace } = world;
    const network = hosts.length === 0 ? {} : { hosts: [...hosts] };
    const over = new AbortController();
    let ended = false;
    const listening = runtime
      .execute(
        "shell",
        { command: `node listen.cjs ${port} ${address}`, write: true, ...network },
        { signal: over.signal },
      )
      .finally(() => {
        ended = true;
      });
    await expect.poll(() => existsSync(join(workspace, "listens")), { timeout: 120_000 }).toBe(true);
    expect(await reaches(port)).toBe(false);
    const other = await second.runtime.execute("shell", { command: `node call.cjs ${port}`, ...network });
    expect(outputOf(other)).toMatchObject({ stdout: expect.not.stringContaining("connected") });
    expect(ended).toBe(false);
    over.abort();
    expect(errorOf(await listening).code).toBe("cancelled");
  },
);
