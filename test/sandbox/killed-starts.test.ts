import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { programFile } from "../support/program.ts";
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
    const pids = await Promise.all([...MOMENTS, ...randomMoments(4)].map((moment) => dieAt(moment)));
    const left = async () => [
      ...(await findProcesses(String(MARK))),
      ...(await findProcesses("777.25")),
      ...(await readdir(tmpdir())).filter((name) =>
        pids.some((pid) => name.startsWith(`dejima-bubblewrap-${pid}-`)),
      ),
    ];
    await expect.poll(left).toEqual([]);
  },
);

test.runIf(works)(
  `a sandbox whose process is killed at any moment leaves no program running, even where nobody cleans up${why}`,
  async () => {
    const seconds = "779.5";
    const left = async () => {
      const found = await findProcesses(seconds);
      // Walls that never got to their program wait for nothing and run nothing.
      const names = await Promise.all(
        found.map((pid) => readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")),
      );
      return found.filter((_, at) => names[at] === "sleep\n");
    };
    try {
      for (const moment of randomMoments(12)) {
        await dieAt(moment, seconds, ["alone"]);
        await expect.poll(left, { message: `after ${moment} ms` }).toEqual([]);
      }
    } finally {
      for (const pid of await findProcesses(seconds)) process.kill(pid, "SIGKILL");
    }
  },
);

/** The same moments each time: while shells become walls, walls are built, and programs begin. */
function randomMoments(count: number): number[] {
  let seed = 20_261_116;
  return Array.from({ length: count }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return (seed / 2 ** 31) * 20;
  });
}

async function dieAt(
  moment: number,
  seconds = "777.25",
  more: readonly string[] = [],
): Promise<number | undefined> {
  const program = programFile(import.meta.dirname, "killed-starts.ts");
  const child = spawn(process.execPath, [program, String(MARK), seconds, String(moment), ...more], {
    stdio: "inherit",
  });
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
  return child.pid;
}
