import { fork } from "node:child_process";
import { chmod, copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DriverName } from "../../src/contract/config-names.ts";
import type { DriverReport } from "../../src/sandbox/driver.ts";
import { createOutputLog } from "../../src/sandbox/process/output-log.ts";
import type {
  Input,
  OutputChunk,
  Sandbox,
  SandboxResult,
  SandboxRun,
  StartOptions,
} from "../../src/sandbox/sandbox.ts";

/** Somebody without rights and without an account. */
export const UNPRIVILEGED = 64321;

/** What the test asks of the process that has given up root. */
export type Request =
  | {
      readonly type: "start";
      readonly id: number;
      readonly argv: readonly string[];
      readonly options: StartOptions;
    }
  | { readonly type: "input"; readonly id: number; readonly piece: Uint8Array | null }
  | { readonly type: "kill"; readonly id: number }
  | { readonly type: "close" };

/** What it answers. */
export type Reply =
  | {
      readonly type: "ready";
      readonly report: DriverReport;
      readonly facts: Pick<Sandbox, "driver" | "boundary" | "limits">;
    }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "chunk"; readonly id: number; readonly chunk: OutputChunk }
  | { readonly type: "result"; readonly id: number; readonly result: SandboxResult };

export interface UnprivilegedSandbox extends Sandbox {
  readonly report: DriverReport;
}

/**
 * A sandbox made and used by a process that was root, loaded the code, and became somebody else for good. `socket` is that
 * of the engine, for the driver that needs one.
 */
export async function createUnprivilegedSandbox(
  driver: DriverName,
  socket?: string,
): Promise<UnprivilegedSandbox> {
  const shared = await mkdtemp(join(tmpdir(), "dejima-unprivileged-"));
  await chmod(shared, 0o755);
  const node = join(shared, "node"); // ours may stand where only root can look
  await copyFile(process.execPath, node);
  const child = fork(
    join(dirname(fileURLToPath(import.meta.url)), "unprivileged-server.ts"),
    [driver, node, ...(socket === undefined ? [] : [socket])],
    {
      serialization: "advanced",
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const send = (request: Request) => {
    if (child.connected) child.send(request);
  };
  const runs = new Map<
    number,
    { log: ReturnType<typeof createOutputLog>; done: (result: SandboxResult) => void }
  >();
  const ready = await new Promise<Extract<Reply, { type: "ready" }>>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The unprivileged process ended with ${code}`)));
    child.on("message", (reply: Reply) => {
      if (reply.type === "ready") resolve(reply);
      else if (reply.type === "failed") reject(new Error(reply.message));
      else if (reply.type === "chunk")
        runs.get(reply.id)?.log.append(reply.chunk.stream, Buffer.from(reply.chunk.text));
      else runs.get(reply.id)?.done(reply.result);
    });
  });
  let count = 0;
  let closing: Promise<void> | undefined;
  return {
    ...ready.facts,
    report: ready.report,
    start(argv, { stdin, signal, ...options } = {}) {
      if (!child.connected) return refusal(ready.facts.driver);
      const id = count++;
      const log = createOutputLog(Number.MAX_SAFE_INTEGER);
      const kill = () => send({ type: "kill", id });
      const result = new Promise<SandboxResult>((resolve) => {
        runs.set(id, {
          log,
          done: (value) => {
            log.finish();
            resolve(value);
          },
        });
      });
      send({ type: "start", id, argv, options });
      if (signal?.aborted) kill();
      void forward(stdin, (piece) => send({ type: "input", id, piece }));
      return { output: log, result, kill };
    },
    prepare: async () => {},
    close() {
      closing ??= new Promise<void>((resolve) => {
        child.once("exit", () => resolve());
        send({ type: "close" });
      }).then(() => rm(shared, { recursive: true, maxRetries: 20, retryDelay: 100 }));
      return closing;
    },
  };
}

function refusal(driver: DriverName): SandboxRun {
  const output = createOutputLog(0);
  output.finish();
  const facts = { exitCode: null, durationMs: 0, timedOut: false, truncated: false, limitHit: null } as const;
  const result = Promise.resolve({
    stdout: "",
    stderr: "",
    ...facts,
    driver,
    cause: "the sandbox is closed",
  });
  return { output, result, kill: () => {} };
}

async function forward(input: Input | undefined, send: (piece: Uint8Array | null) => void): Promise<void> {
  if (typeof input === "object" && Symbol.asyncIterator in input) {
    for await (const piece of input) send(Buffer.from(piece));
  } else if (input !== undefined) send(Buffer.from(input));
  send(null);
}
