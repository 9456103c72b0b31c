import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { OtherDoors } from "../../src/doors/cli/other-doors.ts";
import { COMMAND } from "../support/command.ts";
import { openHere, runHere, startCli, type TalkingCommand } from "../support/run-cli.ts";
import { SHARED_CACHE, trustFolder } from "../support/trust.ts";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of stdout as JSON. */
  lines(): Record<string, unknown>[];
}

/** A workspace in which command lines run. No key of this machine reaches it. */
export interface CommandLine extends AsyncDisposable {
  readonly folder: string;
  /** Runs a command line in this process. */
  run(
    args: readonly string[],
    options?: {
      readonly stdin?: string;
      readonly env?: Record<string, string>;
      /** Starts a process, for variables that Node itself reads, such as TZ. */
      readonly asProcess?: boolean;
    },
  ): Promise<Ran>;
  /** Starts a process, as users do. */
  start(args: readonly string[], env?: Record<string, string>): ChildProcess;
  /** Runs a command in this process that talks over streams until they end. */
  open(args: readonly string[], doors: Partial<OtherDoors>, env?: Record<string, string>): TalkingCommand;
}

/** Makes a workspace with these files. */
export async function aCommandLine(files: Readonly<Record<string, string>> = {}): Promise<CommandLine> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-cli-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  if (files["dejima.yaml"] !== undefined) await trustFolder(folder, { HOME: folder });
  const variables = (env: Record<string, string>) => ({
    PATH: process.env.PATH ?? "",
    HOME: folder,
    ...SHARED_CACHE,
    OLLAMA_HOST: "http://127.0.0.1:9",
    ...env,
  });
  return {
    folder,
    start: (args, env = {}) =>
      spawn(process.execPath, [COMMAND, ...args], { cwd: folder, env: variables(env) }),
    open: (args, doors, env = {}) => openHere(folder, args, { variables: variables(env), doors }),
    async run(args, { stdin = "", env = {}, asProcess = false } = {}) {
      const run = asProcess ? startCli : runHere;
      const ended = await run(folder, args, { variables: variables(env), input: stdin });
      const lines = () =>
        ended.stdout
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line));
      return { ...ended, lines };
    },
    [Symbol.asyncDispose]: () =>
      rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}
