import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const program = join(import.meta.dirname, "../../bench/disk/many-runs.ts");

// `npm run bench -- disk-growth` makes 20,000.
test("runs in a loop stay within 256 open files, the limit of some systems", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-many-"));
  const limited = 'ulimit -n 256; exec "$0" "$@"';
  const args = ["-c", limited, process.execPath, program, folder, "600", "calls"];
  const ended = spawnSync("bash", args, { encoding: "utf8" });
  expect([ended.status, ended.stderr]).toEqual([0, ""]);
  expect(await readdir(join(folder, ".dejima/runs"))).toHaveLength(600);
  await rm(folder, { recursive: true });
});
