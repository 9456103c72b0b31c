import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { aCommandLine, type CommandLine } from "../agent/command-line.ts";

const FAST = "schedule:\n  lease: 1s\n  missed: all\n  maxMissed: 100\n";

/** What the store of a command line holds now. */
async function storeOf({ folder }: CommandLine) {
  return openStore({ file: join(folder, ".dejima", "dejima.db") });
}

test("a worker that is killed again and again loses no time and runs none twice", async () => {
  await using line = await aCommandLine({ "dejima.yaml": FAST });
  const added = await line.run(["schedule", "add", "tick", "--reminder", "--every", "1s", "--json"]);
  const { id, conversation, when } = JSON.parse(added.stdout);
  let seen = 0;
  for (let life = 0; life < 4; life++) {
    const worker = line.start(["schedule", "run", "--json"]);
    const gone = once(worker, "exit");
    const lines = createInterface({ input: worker.stdout ?? process.stdin });
    // Killed in the middle of its work: as soon as it has told of something, or a little later.
    lines.on("line", () => {
      seen++;
      if (seen % 2 === life % 2) worker.kill("SIGKILL");
    });
    await gone;
    lines.close();
  }
  const store = await storeOf(line);
  const { from } = when;
  const until = Date.now();
  await store.close();
  // The last one comes late, makes up for what was missed, and ends in order.
  const last = line.start(["schedule", "run", "--json"]);
  const ended = once(last, "exit");
  await expect.poll(async () => pastDue(line, id, until), { timeout: 30_000, interval: 200 }).toBe(0);
  last.kill("SIGTERM");
  await ended;
  const after = await storeOf(line);
  const turns = await after.conversations.turns(conversation, { limit: 1_000 });
  const schedule = await after.schedules.get(id);
  await after.close();
  const runs = schedule?.runs ?? 0;
  expect(runs).toBeGreaterThanOrEqual(Math.floor((until - from) / 1_000) + 1);
  expect(schedule?.skipped).toBe(0);
  expect(turns).toHaveLength(runs);
  // Each second from the first to the last was told of once.
  expect((schedule?.past.at(-1)?.due ?? 0) - from).toBe((runs - 1) * 1_000);
}, 90_000);

/** How many occurrences up to a time are still to be done. */
async function pastDue(line: CommandLine, id: string, until: number): Promise<number> {
  const store = await storeOf(line);
  const held = await store.schedules.get(id);
  await store.close();
  const open = [...(held?.waiting ?? []), ...(held?.current === undefined ? [] : [held.current])];
  return open.filter(({ due }) => due <= until).length + ((held?.nextAt ?? 0) <= until ? 1 : 0);
}

test("a chat tells of a reminder as it comes, and `serve` does what is due", async () => {
  await using line = await aCommandLine();
  const chat = line.start(["chat"]);
  const told = new Promise<void>((resolve) => {
    createInterface({ input: chat.stdout ?? process.stdin }).on("line", (text) => {
      if (text === "✉ stretch") resolve();
    });
  });
  chat.stdin?.write("remind me in 1 second to stretch\n");
  await told;
  chat.stdin?.end();
  await once(chat, "exit");
  await line.run(["schedule", "add", "look up", "--reminder", "--in", "1s"]);
  const server = line.start(["serve", "--port", "0"]);
  const store = await storeOf(line);
  await expect
    .poll(async () => (await store.schedules.list({ limit: 1 })).map(({ status, runs }) => [status, runs]), {
      timeout: 20_000,
      interval: 100,
    })
    .toEqual([["done", 1]]);
  await store.close();
  server.kill("SIGTERM");
  await once(server, "exit");
}, 60_000);
