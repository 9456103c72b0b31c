import { closeSync, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Duplex, Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Cgroup, CgroupParent } from "../limit/cgroup.ts";
import type { Limits } from "../limit/limits.ts";
import { limitScript } from "../limit/resource-limits.ts";
import { execWithout, quoteWords } from "../process/shell-words.ts";
import { type Child, spawnChild } from "../process/spawn-child.ts";

/**
 * File descriptors of bubblewrap: its filter, its report, the gate it waits at, the program's input, the line
 * to the proxy, and the door in front of the program.
 */
export const DESCRIPTORS = { filter: 3, info: 4, gate: 5, input: 6, proxy: 7, door: 8 } as const;

/** The last descriptor that bubblewrap gets. */
const LAST = DESCRIPTORS.door;

/**
 * Where the start-up proof puts a descriptor that must not get in: a two-digit number, which not every shell
 * can close.
 */
export const LEAKED_DESCRIPTOR = 97;

interface LauncherOptions {
  /** The file with the system call filter. */
  readonly filter: string;
  readonly cgroups: CgroupParent | undefined;
  /** For the start-up proof: a descriptor that the launcher inherits, as it would from a careless parent. */
  readonly leaked?: number | undefined;
}

interface BecomeOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the line to the proxy stays open. */
  readonly hasProxy: boolean;
}

/**
 * A shell outside of the sandbox that has entered one run's control group and taken on its limits. It becomes
 * bubblewrap on request. It can be started before it is known what will run.
 */
export interface Launcher {
  readonly child: Child;
  readonly group: Cgroup | undefined;
  readonly stdin: Writable;
  readonly info: Readable;
  readonly gate: Writable;
  /** The line to the proxy. Closed inside if no hosts were granted. */
  readonly proxy: Duplex;
  /** Reports when the program is about to start, and waits for permission. */
  readonly door: Duplex;
  become(argv: readonly string[], options: BecomeOptions): void;
  /** Whether our own process must stay alive until it ends. */
  keepAlive(isKept: boolean): void;
  /** Ends a launcher that is not needed. */
  discard(): Promise<void>;
}

export function startLauncher(limits: Limits, { filter, cgroups, leaked }: LauncherOptions): Launcher {
  const group = cgroups?.create(limits);
  const opened = openSync(filter, "r");
  let child: Child;
  try {
    child = spawnChild(["/bin/sh", "-s"], {
      environment: { PATH: "/usr/bin:/bin" },
      workingDirectory: "/",
      ownGroup: false,
      name: "limits",
      descriptors: [
        opened,
        "pipe",
        "pipe",
        "pipe",
        "pipe",
        "pipe",
        ...(leaked === undefined ? [] : leakAt(leaked)),
      ],
    });
  } finally {
    closeSync(opened);
  }
  const pipes: readonly unknown[] = child.process.stdio;
  const gate = pipes[DESCRIPTORS.gate] as Writable; // created as a pipe, as are all that follow
  const proxy = pipes[DESCRIPTORS.proxy] as Duplex; // opened as a pipe above
  const door = pipes[DESCRIPTORS.door] as Duplex; // opened as a pipe above
  for (const pipe of [gate, child.stdin, proxy, door]) pipe.on("error", () => {}); // the exit code says why it ended
  child.stdin.write(`${limitScript(limits, group?.entries)}\n`);
  return {
    child,
    group,
    stdin: pipes[DESCRIPTORS.input] as Writable, // opened as a pipe above
    info: pipes[DESCRIPTORS.info] as Readable, // opened as a pipe above
    gate,
    proxy,
    door,
    become(argv, { environment, hasProxy }) {
      const variables = Object.entries(environment).map(
        ([name, value]) => `export ${name}=${quoteWords([value])}\n`,
      );
      const { input } = DESCRIPTORS;
      const words = `set -- ${quoteWords(argv)}\n`;
      const closed = hasProxy ? "" : `${DESCRIPTORS.proxy}<&-`;
      const become = execWithout(LAST, `0<&${input} ${input}<&- ${closed}`);
      child.stdin.end(`${variables.join("")}${words}${become}\n`);
    },
    keepAlive(isKept) {
      const change = isKept ? "ref" : "unref";
      child.process[change]();
      for (const pipe of pipes) if (pipe instanceof Socket) pipe[change]();
    },
    async discard() {
      child.process.ref();
      child.process.kill("SIGKILL");
      await child.exited.catch(() => {});
      await group?.remove();
    },
  };
}

/** The descriptors between bubblewrap's own and the leaked one stay closed. */
function leakAt(descriptor: number): (number | "ignore")[] {
  return [...Array.from({ length: LEAKED_DESCRIPTOR - LAST - 1 }, () => "ignore" as const), descriptor];
}

/** Keeps one launcher ready with the limits used last, so that a start does not wait for a new process. */
interface SpareLauncher {
  /** Returns the launcher that is ready, or a new one. */
  take(limits: Limits): Launcher;
  /** Prepares the next one once the program has ended or has run for a while. */
  refill(limits: Limits, ended: Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** A program that runs longer is not slowed down by a starting launcher. */
const REFILL_MS = 250;

export function createSpareLauncher(start: (limits: Limits) => Launcher): SpareLauncher {
  let spare: { readonly launcher: Launcher; readonly key: string; ended: boolean } | undefined;
  let closed = false;
  return {
    take(limits) {
      const ready = spare;
      if (ready === undefined || ready.ended || ready.key !== keyOf(limits)) return start(limits);
      spare = undefined;
      ready.launcher.keepAlive(true);
      return ready.launcher;
    },
    async refill(limits, ended) {
      await Promise.race([ended.catch(() => {}), delay(REFILL_MS, undefined, { ref: false })]);
      await new Promise(setImmediate); // let those who wait for the end go first
      const key = keyOf(limits);
      if (closed || (spare?.key === key && !spare.ended)) return;
      const old = spare;
      const launcher = start(limits);
      const added = { launcher, key, ended: false };
      const markEnded = () => {
        added.ended = true;
      };
      launcher.child.exited.then(markEnded, markEnded);
      launcher.keepAlive(false);
      spare = added;
      await old?.launcher.discard();
    },
    async close() {
      closed = true;
      await spare?.launcher.discard();
    },
  };
}

/** The limits that are enforced from outside do not matter to a launcher. */
function keyOf({ wallTimeMs: _wall, outputBytes: _output, ...shared }: Limits): string {
  return JSON.stringify(shared);
}
