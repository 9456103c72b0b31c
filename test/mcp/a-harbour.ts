import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ConfigInput } from "../../src/config/schema/config-schema.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";

export type ServersInput = Extract<NonNullable<ConfigInput["mcpServers"]>, Readonly<Record<string, unknown>>>;
type ServerInput = Exclude<ServersInput, readonly unknown[]>[string];

const fixtures = join(dirname(fileURLToPath(import.meta.url)), "fixtures");

export interface AHarbour {
  readonly runtime: Runtime;
  readonly workspace: string;
  /** A runtime on the same folder, as after a restart. */
  again(servers: Record<string, ServerInput>): Runtime;
  close(): Promise<void>;
}

/** A runtime in a folder of its own with these servers; everything that would be asked is agreed to. */
export async function aHarbour(
  servers: Record<string, ServerInput> | ((workspace: string) => Record<string, ServerInput>),
): Promise<AHarbour> {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-mcp-")));
  const runtimes: Runtime[] = [];
  const again = (mcpServers: Record<string, ServerInput>): Runtime => {
    const runtime = createRuntime({
      home: join(workspace, ".dejima"), // the tests write into it
      workspace,
      config: { mcpServers },
      ask: async () => ({ answer: "approve", by: "the test" }),
      variables: process.env,
    });
    runtimes.push(runtime);
    return runtime;
  };
  const runtime = again(typeof servers === "function" ? servers(workspace) : servers);
  return {
    runtime,
    workspace,
    again,
    async close() {
      for (const each of runtimes) await each.close();
      await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** The server of the fixtures that misbehaves as told. Trusted, so that tests run where no sandbox does. */
export function oddServer(mode: string, ...args: string[]): ServerInput {
  return { command: process.execPath, args: [join(fixtures, "odd-server.ts"), mode, ...args], trusted: true };
}

/** What a call gave back: its output, or the code of its error. */
export async function outcomeOf(runtime: Runtime, tool: string, input: object = {}): Promise<unknown> {
  const outcome = await runtime.execute(tool, input);
  return outcome.type === "success"
    ? outcome.output
    : { code: outcome.error.code, message: outcome.error.message };
}
