import { readdirSync, readFileSync } from "node:fs";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";

/**
 * Begins several programs at once and dies a moment later, while their walls are being built: `MARK SECONDS MILLISECONDS [alone]`.
 * With `alone`, the watch that would clean up behind it dies first.
 */
const [mark = "", seconds = "", moment, alone] = process.argv.slice(2);
const sandbox = await createSandbox({ driver: "bubblewrap" });
if (alone !== undefined) endLeftoverCleaner();
const start = () => sandbox.start(["sleep", seconds], { limits: { workspaceBytes: Number(mark) } });
for (let count = 0; count < 8; count++) start();
const die = () => process.kill(process.pid, "SIGKILL");
if (alone === undefined) setTimeout(die, Number(moment));
else setImmediate(dieAfterWalls, Number.POSITIVE_INFINITY);

/** The moment counts from when the first walls are being built, however long that takes on a busy machine. */
function dieAfterWalls(end: number): void {
  if (performance.now() >= end) die();
  const seen = end === Number.POSITIVE_INFINITY && childNames().includes("bwrap\n");
  setImmediate(dieAfterWalls, seen ? performance.now() + Number(moment) : end);
}

function childNames(): string[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
    .trim()
    .split(" ");
  return children.flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/comm`, "utf8")];
    } catch {
      return []; // it has just ended
    }
  });
}

function endLeftoverCleaner(): void {
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each)))
    try {
      const parent = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1];
      const isCleaner = readFileSync(`/proc/${name}/cmdline`, "utf8").includes("dejima-leftover-cleaner");
      if (isCleaner && Number(parent) === process.pid) process.kill(Number(name), "SIGKILL");
    } catch {
      // It has just ended.
    }
}
