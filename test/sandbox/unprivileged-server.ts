import type { DriverName } from "../../src/contract/config-names.ts";
import { createSandbox, listDrivers } from "../../src/sandbox/create-sandbox.ts";
import type { SandboxRun } from "../../src/sandbox/sandbox.ts";
import { type Reply, type Request, UNPRIVILEGED } from "./unprivileged.ts";

const [driver = "auto", node, socket] = process.argv.slice(2);
process.setgroups?.([]);
process.setgid?.(UNPRIVILEGED);
process.setuid?.(UNPRIVILEGED);

const send = (reply: Reply) => process.send?.(reply);
const inputs = new Map<number, (piece: Uint8Array | null) => void>();
const runs = new Map<number, SandboxRun>();
const pending = new Set<Promise<void>>();

async function report(id: number, run: SandboxRun): Promise<void> {
  for await (const chunk of run.output) send({ type: "chunk", id, chunk });
  send({ type: "result", id, result: await run.result });
}

async function* inputOf(id: number): AsyncGenerator<Uint8Array> {
  const pieces: (Uint8Array | null)[] = [];
  let wake = () => {};
  inputs.set(id, (piece) => {
    pieces.push(piece);
    wake();
  });
  for (;;) {
    const piece = pieces.shift();
    if (piece === null) return;
    if (piece !== undefined) yield piece;
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}

try {
  const name = driver as DriverName; // the test's own word
  const docker = { socket };
  const sandbox = await createSandbox({ driver: name, node, docker });
  const found = (await listDrivers({ node, docker })).find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`there is no driver ${name}`);
  process.on("message", async (request: Request) => {
    if (request.type === "kill") runs.get(request.id)?.kill();
    else if (request.type === "input") inputs.get(request.id)?.(request.piece);
    else if (request.type === "close") {
      await sandbox.close();
      await Promise.all(pending);
      process.disconnect();
    } else {
      const { id, argv, options } = request;
      const stdin = inputOf(id);
      const first = stdin.next(); // registers the input before pieces of it arrive
      const run = sandbox.start(argv, { ...options, stdin: resume(first, stdin) });
      runs.set(id, run);
      pending.add(report(id, run));
    }
  });
  const { boundary, limits } = sandbox;
  send({ type: "ready", report: found, facts: { driver: sandbox.driver, boundary, limits } });
} catch (error) {
  send({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  setImmediate(() => process.exit(1));
}

async function* resume(first: Promise<IteratorResult<Uint8Array>>, rest: AsyncGenerator<Uint8Array>) {
  const { value, done } = await first;
  if (done) return;
  yield value;
  yield* rest;
}
