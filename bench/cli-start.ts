// The start time of the published command, against the start of an empty Node program.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Benchmark, report } from "./benchmark.ts";
import { median } from "./interleave.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const ROUNDS = 40;

const run: Benchmark = async ({ json }) => {
  const folder = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  const command = publishedCopy(join(folder, "package"));
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  const cases = { bare: ["-e", "0"], version: [command, "--version"], list: [command, "tool", "list"] };
  const times: Record<keyof typeof cases, number[]> = { bare: [], version: [], list: [] };
  for (let round = -3; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(cases)) {
      const started = performance.now();
      const { status } = spawnSync(process.execPath, args, { cwd: workspace, stdio: "ignore" });
      if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
      if (round >= 0) times[name as keyof typeof cases].push(performance.now() - started);
    }
  }
  rmSync(folder, { recursive: true });
  const bare = median(times.bare);
  report(
    {
      name: "cli-start --version vs node -e 0",
      ours: median(times.version),
      peer: bare,
      unit: "ms",
      aim: 1.5,
    },
    json,
  );
  report(
    { name: "cli-start tool list vs node -e 0", ours: median(times.list), peer: bare, unit: "ms", aim: 3 },
    json,
  );
};

export default run;

function publishedCopy(folder: string): string {
  const { status } = spawnSync(process.execPath, ["scripts/build.ts", join(folder, "dist")], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("Cannot build the published files: scripts/build.ts failed");
  cpSync(join(root, "bin"), join(folder, "bin"), { recursive: true });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return join(folder, "bin/dejima.js");
}
