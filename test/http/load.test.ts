import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leastOfThirds } from "./load/growth.ts";
import { runLoad } from "./load/run-load.ts";

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-load-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.each(["SIGKILL", "SIGTERM"] as const)(
  "many chats at once lose nothing when the server is ended by %s in the middle and started again",
  async (restart) => {
    const report = await inFolder((workspace) =>
      runLoad({ workspace, chats: 40, seconds: 4, restart, pauseMs: 20 }),
    );
    expect(report).toMatchObject({ errors: [], lost: [] });
    expect(report.chats).toBeGreaterThanOrEqual(40);
    expect(report.resumed).toBeGreaterThan(0);
    expect(Math.max(...report.memory.map(({ resident }) => resident))).toBeLessThan(300 * 1024 ** 2);
  },
  60_000,
);

test("what a server holds does not grow with the chats it has had", async () => {
  const report = await inFolder((workspace) => runLoad({ workspace, chats: 40, seconds: 6 }));
  expect(report).toMatchObject({ errors: [], lost: [] });
  const { second, last } = leastOfThirds(report.memory, "held");
  expect(last / second).toBeLessThan(1.03);
}, 60_000);
