import { spawn } from "node:child_process";
import { DejimaError } from "../../contract/error.ts";
import type { Launched } from "../driver.ts";
import { DEFAULT_LIMITS, unending } from "../limit/limits.ts";
import type { Input, SandboxRun } from "../sandbox.ts";
import { execWithout } from "./shell-words.ts";
import { spawnChild } from "./spawn-child.ts";
import { supervise } from "./supervise.ts";

interface TrustedProgramOptions {
  /** The program: its own path, or a name on the system's path. No shell is involved. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Variables besides PATH and LANG. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Kills the program. The result is then `cancelled`. */
  readonly signal: AbortSignal;
  /**
   * The limit of standard output and, separately, of standard error. A program that prints more is killed.
   */
  readonly maxOutputBytes: number;
}

interface TrustedProgramResult {
  /** 128 plus the signal's number if it was killed. */
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Whether it was killed because it printed too much. */
  readonly truncated: boolean;
}

/** The whole environment of a program that ships with the project. */
const ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" };
const KILLED = 128 + 9;

/**
 * Runs a program that ships with the project, such as ripgrep, outside of any sandbox: its input may be
 * hostile, the program is not.
 */
export function runTrustedProgram(options: TrustedProgramOptions): Promise<TrustedProgramResult> {
  const { file, args, cwd, signal, maxOutputBytes } = options;
  if (signal.aborted) return Promise.reject(cancelled(file));
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...options.environment, ...ENVIRONMENT },
      stdio: ["ignore", "pipe", "pipe"],
      shell: false,
    });
    const kill = () => void child.kill("SIGKILL");
    const stdout = collect(child.stdout, maxOutputBytes, kill);
    const stderr = collect(child.stderr, maxOutputBytes, kill);
    signal.addEventListener("abort", kill, { once: true });
    child.once("error", (cause) => {
      signal.removeEventListener("abort", kill);
      reject(
        new DejimaError("spawn_failed", `Cannot start "${file}": ${cause.message}`, { file }, { cause }),
      );
    });
    child.once("close", (code) => {
      signal.removeEventListener("abort", kill);
      if (signal.aborted) return reject(cancelled(file));
      const truncated = stdout.overflowed() || stderr.overflowed();
      resolve({ exitCode: code ?? KILLED, stdout: stdout.content(), stderr: stderr.content(), truncated });
    });
  });
}

function collect(stream: NodeJS.ReadableStream, maxBytes: number, overflow: () => void) {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.on("data", (chunk: Buffer) => {
    length += chunk.length;
    chunks.push(chunk.subarray(0, Math.max(0, chunk.length - Math.max(0, length - maxBytes))));
    if (length > maxBytes) overflow();
  });
  return { content: () => Buffer.concat(chunks), overflowed: () => length > maxBytes };
}

function cancelled(file: string): DejimaError {
  return new DejimaError("cancelled", `Cancelled "${file}"`, { file });
}

interface TrustedServerOptions {
  readonly workingDirectory: string;
  /** The whole environment: Dejima adds nothing. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stdin: Input;
}

const WATCHDOG_PIPE = 3;

/**
 * A shell that becomes the program, and beside it a watchdog in the same process group. The watchdog waits
 * for the end of a pipe that only our process keeps open: however we end, the kernel closes it, and the whole group is
 * killed. The program gets its input and output and no other descriptor that our process may have inherited.
 */
const WATCHED = `( read -r _ <&3; kill -KILL 0 ) </dev/null >/dev/null 2>&1 &\nexec 3<&-\n${execWithout(2)}`;

/**
 * Starts a program that stays, outside of any sandbox, because its user trusts it. It ends with us, even if
 * we are killed.
 */
export function startTrustedServer(argv: readonly string[], options: TrustedServerOptions): SandboxRun {
  return supervise(launch(argv, options), {
    driver: "process",
    limits: unending(DEFAULT_LIMITS),
    stdin: options.stdin,
    stays: true,
    signal: undefined,
    connections: undefined,
  });
}

async function launch(
  argv: readonly string[],
  { workingDirectory, environment }: TrustedServerOptions,
): Promise<Launched> {
  const child = spawnChild(["/bin/sh", "-c", WATCHED, "sh", ...argv], {
    environment,
    workingDirectory,
    ownGroup: true,
    descriptors: ["pipe"],
  });
  const watchdog: { destroy?(): void } | null | undefined = child.process.stdio[WATCHDOG_PIPE];
  const kill = () => {
    if (child.process.pid === undefined) return;
    try {
      process.kill(-child.process.pid, "SIGKILL");
    } catch {
      // The whole group has already ended.
    }
  };
  return {
    ...child,
    begin() {},
    kill,
    brokenLimit: async () => null,
    limitAtEnd: async () => null,
    startFailure: (exitCode, stderr) =>
      exitCode === 126 || exitCode === 127 ? `Cannot start "${argv[0]}": ${stderr.trim()}` : undefined,
    dispose: async () => watchdog?.destroy?.(),
  };
}
