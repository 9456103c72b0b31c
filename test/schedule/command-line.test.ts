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
});

/** How many occurrences up to a time are still to be done. */
async function pastDue(line: CommandLine, id: string, until: number): Promise<number> {
  const store = await storeOf(line);
  const held = await store.schedules.get(id);
  await store.close();
  const open = [...(held?.waiting ?? []), ...(held?.current === undefined ? [] : [held.current])];
  return open.filter(({ due }) => due <= until).length + ((held?.nextAt ?? 0) <= until ? 1 : 0);
}

test("a chat prints a reminder on arrival, and `serve` performs due tasks", async () => {
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
});

test("a task that stopped at a budget is called stopped in the list and when it is shown, until it is resumed", async () => {
  await using line = await aCommandLine();
  const budget = (tokens: string) => line.run(["cost", "budget", "set", "run", "--tokens", tokens]);
  await budget("1");
  const added = await line.run(["schedule", "add", "What time is it?", "--in", "1s", "--json"]);
  const { id } = JSON.parse(added.stdout);
  const worker = line.start(["schedule", "run", "--json"]);
  const ended = once(worker, "exit");
  await expect.poll(async () => runOf(line, id), { timeout: 30_000, interval: 200 }).toBeDefined();
  worker.kill("SIGTERM");
  await ended;
  const run = String(await runOf(line, id));
  const shown = async () =>
    (await Promise.all([line.run(["schedule", "list"]), line.run(["schedule", "show", id])])).map(
      ({ stdout }) => stdout,
    );
  const [list, one] = await shown();
  expect(list).toMatch(new RegExp(`${id} +stopped `));
  expect(one).toMatch(/status +stopped\n/);
  expect(one).toContain("1, 1 stopped");
  expect(one).toContain(`stopped; \`dejima resume ${run}\` continues`);
  await budget("1000000");
  await line.run(["resume", run]);
  const [listAfter, oneAfter] = await shown();
  expect(listAfter).toMatch(new RegExp(`${id} +done `));
  expect(oneAfter).toMatch(/runs +1\n/);
  expect(oneAfter).toContain(`done, run ${run}`);
});

/** The first run of a task that has ended. */
async function runOf(line: CommandLine, id: string): Promise<string | undefined> {
  const store = await storeOf(line);
  const held = await store.schedules.get(id);
  await store.close();
  return held?.past[0]?.run;
}
