import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { defined } from "../../support/defined.ts";
import { identify, type ProcessIdentity } from "../../support/process/process-identity.ts";

interface ChildOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  /** Start a process group, so that a signal to it reaches every process that did not leave it. */
  readonly ownGroup: boolean;
  /** The program's own argv[0]. */
  readonly name?: string;
  /** File descriptors from 3 on: a number is passed on, "pipe" creates a pipe to us, "ignore" opens none. */
  readonly descriptors?: readonly (number | "pipe" | "ignore")[];
}

export interface Child {
  readonly process: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<number>;
}

/** Starts a program directly, without a shell, with exactly the given environment. */
export function spawnChild(argv: readonly string[], options: ChildOptions): Child {
  const [program, ...rest] = argv;
  if (program === undefined) throw new TypeError("Cannot start a program: the argument list is empty");
  const stdio: StdioOptions = ["pipe", "pipe", "pipe", ...(options.descriptors ?? [])];
  const child = spawn(program, rest, {
    env: options.environment,
    cwd: options.workingDirectory,
    detached: options.ownGroup,
    ...defined({ argv0: options.name }),
    stdio,
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.once("error", (error) => reject(new Error(startError(program, error), { cause: error })));
    child.once("exit", (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
  exited.catch(() => {}); // its awaiter handles the rejection; until then it must not count as unhandled
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null)
    throw new Error("Cannot open pipes to the program");
  // Node discards unread output when a program ends, and readers may come later than that.
  for (const stream of [stdout, stderr]) stream.on("readable", () => {});
  return { process: child, stdin, stdout, stderr, exited };
}

function startError(program: string, error: Error): string {
  const code = "code" in error ? String(error.code) : error.message;
  return `Cannot start "${program}": ${code}`;
}

/** Kills the process, and never another one that got its pid meanwhile. */
export function killIdentified({ pid, began }: ProcessIdentity): void {
  if (identify(pid)?.began !== began) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

/**
 * Waits until the process is gone. The first process of a namespace ends last, so all others are gone, too.
 */
export async function untilExited({ pid, began }: ProcessIdentity): Promise<void> {
  while (identify(pid)?.began === began) await delay(1);
}

interface EnvironmentOptions {
  readonly path: string;
  readonly home: string;
  readonly granted?: Readonly<Record<string, string>> | undefined;
}

/** Variables that make an interpreter, a loader or a shell run something other than its program. */
const STEERING = new RegExp(
  `^(${[
    "NODE_(?!ENV$|EXTRA_CA_CERTS$).*",
    "PYTHON(?!(UNBUFFERED|IOENCODING|UTF8|DONTWRITEBYTECODE|HASHSEED)$).*",
    "(NPM_CONFIG|LD|DYLD|GLIBC|MALLOC|JAVA_TOOL|_JAVA)_.*",
    "(BASH|PERL|RUBY).*",
    "BASHOPTS|SHELLOPTS|ENV|IFS|PS4|PROMPT_COMMAND|TMPDIR",
    "GCONV_PATH|GETCONF_DIR|LOCPATH|NLSPATH|HOSTALIASES|RES_OPTIONS|LOCALDOMAIN",
    "(HTTP|HTTPS|ALL|NO)_PROXY",
  ].join("|")})$`,
  "i",
);

/**
 * The whole environment of a run: PATH, LANG, HOME, and the granted variables. Nothing else of Dejima's environment leaks into it.
 */
export function cleanEnvironment(options: EnvironmentOptions): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.granted ?? {})) {
    if (isGrantable(name) && !value.includes("\0")) environment[name] = value;
  }
  return { ...environment, PATH: options.path, LANG: "C.UTF-8", HOME: options.home };
}

/** Whether a variable may be granted at all. */
export function isGrantable(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !STEERING.test(name);
}
