import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { chat } from "./load/chat-client.ts";
import { runLoad } from "./load/run-load.ts";
import { startServer } from "./load/start-server.ts";

/** Half a minute of processor time, on a machine at load 30. */
const BUSY_MS = 600_000;

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-load-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

test.each(["SIGKILL", "SIGTERM"] as const)(
  "many chats at once lose nothing when the server is ended by %s in the middle and started again",
  async (restart) => {
    const report = await inFolder((workspace) =>
      runLoad({ workspace, chats: 40, seconds: 2, restart, pauseMs: 20 }),
    );
    expect(report).toMatchObject({ errors: [], lost: [] });
    expect(report.chats).toBeGreaterThanOrEqual(40);
    expect(report.resumed).toBeGreaterThan(0);
    expect(Math.max(...report.memory.map(({ resident }) => resident))).toBeLessThan(300 * 1024 ** 2);
  },
  BUSY_MS,
);

test(
  "what a server holds does not grow with the chats it has had",
  async () => {
    const growth = await inFolder(async (workspace) => {
      const server = await startServer(workspace);
      // Fills what is kept of the last runs, and lets the compiler settle.
      await chatMany(server.url, 400);
      let least = Number.POSITIVE_INFINITY;
      // The compiler may settle later on a busy machine; what is never released grows in every round.
      for (let round = 0; round < 4 && least >= MOST_GROWTH; round++) {
        const before = await heldAtRest(server);
        await chatMany(server.url, 400);
        least = Math.min(least, ((await heldAtRest(server)) - before) / 400);
      }
      await server.end("SIGTERM");
      return least;
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  },
  BUSY_MS,
);

/** What a server holds once the disk has taken what was written: on a busy machine that takes longer than the chats. */
async function heldAtRest(server: { memory(): Promise<{ held: number }> }): Promise<number> {
  let held = (await server.memory()).held;
  for (let reading = 0; reading < 20; reading++) {
    await delay(100);
    const next = (await server.memory()).held;
    if (reading > 4 && next > held - 50_000) return Math.min(held, next);
    held = Math.min(held, next);
  }
  return held;
}

/** Bytes for each chat. The events of one chat alone are many times that. */
const MOST_GROWTH = 4_000;

async function chatMany(url: string, count: number): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0) await chat(url, "what time is it?");
  };
  await Promise.all(Array.from({ length: 40 }, client));
}
