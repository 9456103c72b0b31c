// Disk space per message to the agent after its run is compressed, against that of the first version; and 20,000 runs in a loop
// by a process that may open 256 files. `npm run bench -- disk-growth 1000` sends only 1,000 messages, for a quick look.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRuntime } from "../src/runtime.ts";
import { type Benchmark, report } from "./benchmark.ts";

const program = fileURLToPath(new URL("disk/many-runs.ts", import.meta.url));
const MESSAGES = 10_000;
const RUNS_FOR_A_MESSAGE = 2;
const OPEN_FILES = 256;
/** Measured with the first version: 182 MB for 10,000 messages. */
const FIRST_VERSION = 18_200;

const run: Benchmark = async ({ args, json }) => {
  const messages = Number(args[0] ?? MESSAGES);
  const folder = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  try {
    makeRuns(folder, messages, "messages");
    const plain = bytesOf(folder);
    await using runtime = createRuntime({ workspace: folder, variables: { HOME: folder } });
    await runtime.history.compress({ before: Number.MAX_SAFE_INTEGER });
    await runtime.close();
    const compressed = bytesOf(folder) / messages;
    if (!json)
      console.log(`  ${messages} messages, ${(plain / messages).toFixed(0)} bytes each before compression`);
    const name = "disk for a message, compressed, vs the first version";
    report({ name, ours: compressed, peer: FIRST_VERSION, unit: "bytes", aim: 0.5 }, json);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const runs = messages * RUNS_FOR_A_MESSAGE;
  const other = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  try {
    const { most } = JSON.parse(makeRuns(other, runs, "calls"));
    const name = `open files during ${runs} runs in a loop, vs the limit of the process`;
    report({ name, ours: most, peer: OPEN_FILES, unit: "files", aim: 1 }, json);
  } finally {
    rmSync(other, { recursive: true });
  }
};

export default run;

function makeRuns(folder: string, count: number, kind: "messages" | "calls"): string {
  const limited = `ulimit -n ${OPEN_FILES}; exec "$0" "$@"`;
  const args = ["-c", limited, process.execPath, program, folder, String(count), kind];
  return execFileSync("bash", args, { encoding: "utf8" });
}

/** The blocks that files and folders take. */
function bytesOf(folder: string): number {
  return Number.parseInt(execFileSync("du", ["-s", "--block-size=1", folder], { encoding: "utf8" }), 10);
}
