// How long a contained script takes until it speaks, against the same script uncontained and against other containers.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createSandbox } from "../src/sandbox/create-sandbox.ts";
import { assembledImage } from "../src/sandbox/docker/find-docker.ts";
import { findPython } from "../src/sandbox/docker/root-filesystem.ts";
import { findProgram } from "../src/sandbox/process/find-program.ts";
import type { Sandbox, StartOptions } from "../src/sandbox/sandbox.ts";
import { missingForEngine, startPrivateEngine } from "../test/sandbox/private-engine.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { median } from "./interleave.ts";
import { peer } from "./peers.ts";

const ROUNDS = 20;

/** Lets a process that was just prepared come to rest, and the last one be gone. */
const SETTLE_MS = 150;

/** Milliseconds until the first output, and until all processes have ended. */
interface Times {
  readonly first: number;
  readonly end: number;
}

interface Contender {
  prepare?(): Promise<void>;
  once(): Promise<Times>;
  close?(): Promise<void>;
}

const run: Benchmark = async ({ json }) => {
  const folder = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  chmodSync(folder, 0o755);
  const script = join(folder, "script.js");
  writeFileSync(script, "console.log('hello');\n");
  const contenders = new Map<string, Contender>();
  const add = async (name: string, create: () => Promise<Contender>) => {
    try {
      contenders.set(name, await create());
    } catch (error) {
      console.error(`${name}: passed over: ${error instanceof Error ? error.message : error}`);
    }
  };
  try {
    contenders.set("bare", { once: () => timeProcess([process.execPath, script]) });
    await add("cold", async () => ours(await createSandbox(), script, folder));
    await add("warm", async () => ours(await createSandbox({ warmPool: {} }), script, folder));
    await add("docker run", () => dockerRun(script, folder));
    await add("sandbox-runtime", () => sandboxRuntime(script, folder));
    const times = await measure(contenders);
    const compare = (name: string, ours: string, other: string, aim: number, key: keyof Times = "first") => {
      const [own, theirs] = [times.get(ours), times.get(other)];
      if (own === undefined || theirs === undefined) return;
      const middle = (all: readonly Times[]) => median(all.map((each) => each[key]));
      report(
        { name: `sandbox-start ${name}`, ours: middle(own), peer: middle(theirs), unit: "ms", aim },
        json,
      );
    };
    compare("cold vs bare node script.js, to the first output", "cold", "bare", 1.3);
    compare("warm vs bare node script.js, to the first output", "warm", "bare", 0.1);
    compare("cold vs bare node script.js, until nothing is left", "cold", "bare", 1.3, "end");
    compare("warm vs bare node script.js, until nothing is left", "warm", "bare", 1, "end");
    compare("cold vs docker run", "cold", "docker run", 0.5);
    compare("cold vs sandbox-runtime", "cold", "sandbox-runtime", 1);
  } finally {
    for (const contender of contenders.values()) await contender.close?.();
    rmSync(folder, { recursive: true, force: true });
  }
};

export default run;

/** All in turn, round after round, so that the noise of the machine falls on each alike. */
async function measure(contenders: ReadonlyMap<string, Contender>): Promise<Map<string, Times[]>> {
  const times = new Map<string, Times[]>();
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, contender] of contenders) {
      await contender.prepare?.();
      await delay(SETTLE_MS);
      const taken = await contender.once();
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), taken]);
    }
  }
  return times;
}

function ours(sandbox: Sandbox, script: string, folder: string): Contender {
  const options: StartOptions = { mounts: [{ path: folder, access: "read-only" }] };
  return {
    prepare: () => sandbox.prepare(["node", script], options),
    async once() {
      const started = performance.now();
      let first = Number.NaN;
      const run = sandbox.start(["node", script], options);
      for await (const _ of run.output) if (Number.isNaN(first)) first = performance.now() - started;
      const { exitCode, stderr } = await run.result;
      if (exitCode !== 0) throw new Error(`The script ended with ${exitCode}: ${stderr}`);
      return { first, end: performance.now() - started };
    },
    close: () => sandbox.close(),
  };
}

async function dockerRun(script: string, folder: string): Promise<Contender> {
  const docker = findProgram("docker");
  const missing = docker === undefined ? "not installed: docker" : missingForEngine();
  if (docker === undefined || missing !== undefined) throw new Error(missing);
  const engine = await startPrivateEngine();
  let sandbox: Sandbox;
  try {
    sandbox = await createSandbox({ driver: "docker", docker: { socket: engine.socket } }); // imports the image
  } catch (error) {
    await engine.stop();
    throw error;
  }
  const image = assembledImage(await findPython());
  const argv = [
    ...[
      docker,
      "-H",
      `unix://${engine.socket}`,
      "run",
      "--rm",
      "--network",
      "none",
      "--read-only",
      "--cap-drop",
      "ALL",
    ],
    ...["--user", "65534:65534", "-v", `${folder}:${folder}:ro`, image, "node", script],
  ];
  return {
    once: () => timeProcess(argv),
    async close() {
      await sandbox.close();
      await engine.stop();
    },
  };
}

/** The part of the package that is used here. */
interface SandboxManager {
  initialize(config: unknown): Promise<void>;
  wrapWithSandbox(command: string): Promise<string>;
  reset(): Promise<void>;
}

async function sandboxRuntime(script: string, folder: string): Promise<Contender> {
  for (const name of ["bwrap", "socat", "rg"])
    if (findProgram(name) === undefined) throw new Error(`not installed: ${name}`);
  const manager = (await peer("@anthropic-ai/sandbox-runtime")).SandboxManager as SandboxManager; // its documented export
  await manager.initialize({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: [], allowWrite: [folder], denyWrite: [] },
  });
  return {
    async once() {
      const started = performance.now();
      const command = await manager.wrapWithSandbox(`${process.execPath} ${script}`);
      const wrapped = performance.now() - started;
      const { first, end } = await timeProcess(["/bin/sh", "-c", command]);
      return { first: first + wrapped, end: end + wrapped };
    },
    close: () => manager.reset(),
  };
}

function timeProcess([program = "", ...args]: readonly string[]): Promise<Times> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let first = Number.NaN;
    let errors = "";
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.once("data", () => {
      first = performance.now() - started;
    });
    child.stderr.on("data", (bytes) => {
      errors += bytes;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve({ first, end: performance.now() - started });
      else reject(new Error(`${program} ended with ${code}: ${errors}`));
    });
  });
}
