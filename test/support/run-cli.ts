import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { claimHome } from "../../src/config/trust/home-claim.ts";
import type { CommandHost } from "../../src/doors/cli/command.ts";
import { runCommandLine } from "../../src/doors/cli/main.ts";
import type { OtherDoors } from "../../src/doors/cli/other-doors.ts";
import { COMMAND } from "./command.ts";
import { trustFolder } from "./trust.ts";

/** How a command line ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON document on stdout; throws when there is anything else. */
  json<Value = Record<string, unknown>>(): Value;
}

export interface CliOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** Starts a process, as users do. Otherwise the command line runs here, without the start. */
  readonly asProcess?: boolean;
  /** Called with a way to send signals once the command has started. */
  readonly onStart?: (send: (signal: NodeJS.Signals) => void) => void;
  readonly onStderr?: (text: string, send: (signal: NodeJS.Signals) => void) => void;
}

/** A folder to run commands in; gone when disposed of. */
export interface CliFolder extends AsyncDisposable {
  readonly folder: string;
  /** Accepts the dejima.yaml that stands there now; one that was there from the beginning is accepted already. */
  trust(): Promise<void>;
  /** What the command is told besides, for whoever starts it otherwise. */
  readonly variables: Readonly<Record<string, string>>;
  run(args: readonly string[], options?: CliOptions): Promise<Ended>;
}

/** Makes a folder with these files, in which the real command is run as users run it. */
export async function aCliFolder(files: Readonly<Record<string, string>> = {}): Promise<CliFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-cli-")));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const state = await mkdtemp(join(tmpdir(), "dejima-state-"));
  const trust = () => trustFolder(folder, { XDG_STATE_HOME: state });
  if (files["dejima.yaml"] !== undefined) await trust();
  const home = join(folder, ".dejima");
  if (existsSync(home)) claimHome(home, { XDG_STATE_HOME: state });
  return {
    folder,
    trust,
    variables: { XDG_STATE_HOME: state },
    run: (args, options = {}) => {
      const { PATH = "", HOME = "", TMPDIR } = process.env;
      const variables = {
        PATH,
        HOME,
        ...(TMPDIR === undefined ? {} : { TMPDIR }),
        XDG_STATE_HOME: state,
        ...options.variables,
      };
      const { asProcess = false, onStart, onStderr } = options;
      const run = asProcess || onStart !== undefined || onStderr !== undefined ? startCli : runHere;
      return run(folder, args, { ...options, variables });
    },
    async [Symbol.asyncDispose]() {
      for (const made of [folder, state])
        await rm(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Runs a command line in this process: what `dejima ARGS` does after its start. */
export async function runHere(
  cwd: string,
  args: readonly string[],
  { variables = {}, input = "" }: CliOptions,
): Promise<Ended> {
  const [stdout, stderr] = [aStream(), aStream()];
  const stdin = new PassThrough();
  stdin.end(input);
  const host: CommandHost = {
    cwd,
    variables,
    stdout: stdout.stream,
    stderr: stderr.stream,
    accountHome: variables.HOME ?? cwd,
    program: [process.execPath, COMMAND],
    // A pipe: commands read it, and ask whether it is a terminal.
    stdin: stdin as never as NodeJS.ReadStream,
    signal: new AbortController().signal,
  };
  const code = await runCommandLine(args, withoutServers({}), host);
  const [said, noted] = [stdout.text(), stderr.text()];
  return { code, stdout: said, stderr: noted, json: () => JSON.parse(said) };
}

/** A command that talks over streams until they end. */
export interface TalkingCommand {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

/** Runs a command in this process that talks over streams, with the doors that it opens. */
export function openHere(
  cwd: string,
  args: readonly string[],
  { variables = {}, doors = {} }: Pick<CliOptions, "variables"> & { readonly doors?: Partial<OtherDoors> },
): TalkingCommand {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const ended = runCommandLine(args, withoutServers(doors), {
    cwd,
    variables,
    // Streams without a terminal: commands read them, write to them, and ask whether they are terminals.
    stdin: stdin as never as NodeJS.ReadStream,
    stdout: stdout as never as NodeJS.WriteStream,
    stderr: stderr as never as NodeJS.WriteStream,
    accountHome: variables.HOME ?? cwd,
    program: [process.execPath, COMMAND],
    signal: new AbortController().signal,
  }).finally(() => {
    stdout.end();
    stderr.end();
  });
  return { stdin, stdout, stderr, ended };
}

/** A server runs until it is stopped: a test starts it as a process. */
function withoutServers(doors: Partial<OtherDoors>): OtherDoors {
  return new Proxy(doors as OtherDoors, {
    get: (own, name: keyof OtherDoors) =>
      own[name] ?? (() => Promise.reject(new Error(`Start a process for ${name}`))),
  });
}

/** A stream that keeps what was written. It is not a terminal. */
export function aStream(): { readonly stream: NodeJS.WriteStream; text(): string } {
  let text = "";
  const write = (piece: string | Uint8Array) => {
    text += typeof piece === "string" ? piece : Buffer.from(piece).toString();
    return true;
  };
  // Output uses `write`, `isTTY` and `columns` alone; without the latter two it is a pipe.
  return {
    stream: Object.assign(new PassThrough(), { write }) as never as NodeJS.WriteStream,
    text: () => text,
  };
}

/** Starts the command as a process. */
export function startCli(cwd: string, args: readonly string[], options: CliOptions): Promise<Ended> {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env: options.variables });
  let stdout = "";
  let stderr = "";
  const send = (signal: NodeJS.Signals) => void child.kill(signal);
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
    options.onStderr?.(stderr, send);
  });
  child.stdin.on("error", () => {}).end(options.input ?? "");
  child.once("spawn", () => options.onStart?.(send));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr, json: () => JSON.parse(stdout) }));
  });
}
