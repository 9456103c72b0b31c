import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { defined } from "../../support/defined.ts";

interface ChildOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  /** Own process group, so that a signal to it reaches everything that did not leave it. */
  readonly ownGroup: boolean;
  /** What the program is told that it is called. */
  readonly name?: string;
  /** File descriptors 3 and up: numbers are passed on, "pipe" makes one that can be used from here, "ignore" makes none. */
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
  exited.catch(() => {}); // whoever waits for it handles it; until then it is not unhandled
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null)
    throw new Error("Cannot open pipes to the program");
  // Node throws away what nobody listens for when a program ends, and readers may come later than that.
  for (const stream of [stdout, stderr]) stream.on("readable", () => {});
  return { process: child, stdin, stdout, stderr, exited };
}

function startError(program: string, error: Error): string {
  const code = "code" in error ? String(error.code) : error.message;
  return `Cannot start "${program}": ${code}`;
}
