import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { COMMAND } from "../support/command.ts";
import { SHARED_CACHE, trustFolder } from "../support/trust.ts";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of stdout as JSON. */
  lines(): Record<string, unknown>[];
}

/** A workspace in which the command is run as a user would. No key of this machine reaches it. */
export interface CommandLine extends AsyncDisposable {
  readonly folder: string;
  run(
    args: readonly string[],
    options?: { readonly stdin?: string; readonly env?: Record<string, string> },
  ): Promise<Ran>;
  start(args: readonly string[], env?: Record<string, string>): ChildProcess;
}

/** Makes a workspace with these files. */
export async function aCommandLine(files: Readonly<Record<string, string>> = {}): Promise<CommandLine> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-cli-"));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  if (files["dejima.yaml"] !== undefined) await trustFolder(folder, { HOME: folder });
  const start = (args: readonly string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, [COMMAND, ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? "",
        HOME: folder,
        ...SHARED_CACHE,
        OLLAMA_HOST: "http://127.0.0.1:9",
        ...env,
      },
    });
  return {
    folder,
    start,
    async run(args, { stdin = "", env = {} } = {}) {
      const child = start(args, env);
      child.stdin?.end(stdin);
      const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
      const [stdout, stderr, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), closed]);
      const lines = () =>
        stdout
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line));
      return { code, stdout, stderr, lines };
    },
    [Symbol.asyncDispose]: () =>
      rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream === null ? Promise.resolve("") : text(stream);
}
