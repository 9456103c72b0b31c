import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { usable } from "./engines.ts";
import { findProcesses } from "./escape/world.ts";

const { works, why } = await usable("bubblewrap");

/** Shows among the arguments of every sandbox of this test, and of no other. */
const MARK = 7_319_043;

/** When the process dies, in milliseconds after it began eight programs: before, while and after the walls stand. */
const MOMENTS = [0, 5, 10, 18];

test.runIf(works)(
  `a sandbox whose process is killed while walls are built leaves nothing${why}`,
  async () => {
    const pids = await Promise.all(MOMENTS.map(dieAt));
    const left = async () => [
      ...(await findProcesses(String(MARK))),
      ...(await findProcesses("777.25")),
      ...(await readdir(tmpdir())).filter((name) =>
        pids.some((pid) => name.startsWith(`dejima-bubblewrap-${pid}-`)),
      ),
    ];
    await expect.poll(left, { timeout: 15_000, interval: 100 }).toEqual([]);
  },
  30_000,
);

async function dieAt(moment: number): Promise<number | undefined> {
  const program = fileURLToPath(new URL("killed-starts.ts", import.meta.url));
  const child = spawn(process.execPath, [program, String(MARK), String(moment)], { stdio: "inherit" });
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
  return child.pid;
}
