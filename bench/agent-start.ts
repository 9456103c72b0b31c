// Time to the first token of the published `dejima chat` with an instant model, against the start of an empty Node program.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Benchmark, report } from "./benchmark.ts";
import { median } from "./interleave.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const ROUNDS = 15;
const MOST_MORE_MS = 400;

const run: Benchmark = async ({ json }) => {
  const folder = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  const command = publishedCopy(join(folder, "package"));
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  const bare: number[] = [];
  const chat: number[] = [];
  for (let round = -2; round < ROUNDS; round++) {
    const started = performance.now();
    spawnSync(process.execPath, ["-e", "0"], { cwd: workspace });
    const empty = performance.now() - started;
    const first = await firstToken(command, workspace);
    if (round < 0) continue;
    bare.push(empty);
    chat.push(first);
  }
  rmSync(folder, { recursive: true });
  const more = median(chat) - median(bare);
  if (!json)
    console.log(`  node ${median(bare).toFixed(0)} ms, first token of chat ${median(chat).toFixed(0)} ms`);
  report(
    {
      name: "agent-start more than node -e 0, against 400 ms",
      ours: more,
      peer: MOST_MORE_MS,
      unit: "ms",
      aim: 1,
    },
    json,
  );
};

export default run;

// The offline model answers without a network; "hello" needs no tool.
function firstToken(command: string, cwd: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [command, "chat", "--model", "offline"], {
    cwd,
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.end("hello\n");
  return new Promise((resolve, reject) => {
    child.stdout.once("data", () => resolve(performance.now() - started));
    child.on("error", reject);
    child.on("close", (code) => code !== 0 && reject(new Error(`chat ended with ${code}`)));
  });
}

function publishedCopy(folder: string): string {
  const { status } = spawnSync(process.execPath, ["scripts/build.ts", join(folder, "dist")], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("Cannot build the published files: scripts/build.ts failed");
  for (const part of ["bin", "personas", "skills", "src/model/embedded"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return join(folder, "bin/dejima.js");
}
