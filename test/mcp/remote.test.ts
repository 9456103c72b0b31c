import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AHarbour, aHarbour, outcomeOf } from "./a-harbour.ts";
import { installPeers, peerModules } from "./peers.ts";

const children: ChildProcess[] = [];
const open: AHarbour[] = [];
beforeAll(() => installPeers(), 120_000);
afterEach(async () => {
  for (const harbour of open.splice(0)) await harbour.close();
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** server-everything over HTTP, on a port of its own. */
async function everything(transport: "streamableHttp" | "sse", port: number): Promise<ChildProcess> {
  const script = join(peerModules, "@modelcontextprotocol/server-everything/dist/index.js");
  const env = { PATH: process.env.PATH, PORT: String(port) };
  const child = spawn(process.execPath, [script, transport], { env, stdio: "ignore" });
  children.push(child);
  for (let attempt = 0; attempt < 200; attempt++) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (answered) return child;
    await delay(50);
  }
  throw new Error("server-everything does not listen");
}

async function harbourOf(...given: Parameters<typeof aHarbour>): Promise<AHarbour> {
  const harbour = await aHarbour(...given);
  open.push(harbour);
  return harbour;
}

for (const [transport, path] of [
  ["streamableHttp", "mcp"],
  ["sse", "sse"],
] as const) {
  test(`a real server over ${transport} is used like any other, even after a restart of either side`, async () => {
    const port = await freePort();
    let child = await everything(transport, port);
    const remote = { url: `http://127.0.0.1:${port}/${path}`, risk: "low", startTimeout: 10_000 } as const;
    const { runtime, again } = await harbourOf({ remote });
    const { mcp } = runtime;
    expect([...(await mcp.discover())]).toEqual([]);
    expect((await mcp.reports())[0]).toMatchObject({ state: "running", protocol: "2025-11-25" });
    expect((await mcp.reports())[0]?.tools).toBeGreaterThan(12);
    expect(await outcomeOf(runtime, "echo", { message: "hello" })).toBe("Echo: hello");
    expect(await outcomeOf(runtime, "get-tiny-image")).toMatchObject({
      content: expect.arrayContaining([expect.objectContaining({ type: "image" })]),
    });
    const fractions: number[] = [];
    await runtime.execute(
      "trigger-long-running-operation",
      { duration: 0.3, steps: 3 },
      { onEvent: (event) => event.type === "call-progress" && fractions.push(event.fraction ?? 0) },
    );
    expect(fractions.length).toBeGreaterThan(1);
    // The verdict about its protocol is kept: the next start goes straight to it.
    const second = again({ remote });
    await second.ready();
    expect(await outcomeOf(second, "echo", { message: "again" })).toBe("Echo: again");
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(await outcomeOf(runtime, "echo", { message: "x" })).toMatchObject({ code: "server_unavailable" });
    child = await everything(transport, port);
    expect(await outcomeOf(runtime, "echo", { message: "back" })).toBe("Echo: back");
  });
}
