import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createRuntime, type Runtime } from "../../../src/runtime.ts";
import { defineTool } from "../../../src/tool/define-tool.ts";
import { installPeers, npmServer } from "../peers.ts";
import { serveMcp } from "../serve-mcp.ts";

const folder = dirname(fileURLToPath(import.meta.url));

/** Where the clients of others stand. */
export const clientModules = join(folder, "node_modules");

/** Whether the clients are installed. `npm test` does it where it can. */
export const hasClients = existsSync(join(clientModules, ".installed"));
if (!hasClients) console.log("mcp: clients of others are not installed, their tests are passed over");

const TEXT = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

const made = (name: string) =>
  defineTool({
    name,
    summary: "Make a text of a length that the caller chooses",
    description: "For tests.",
    category: "custom",
    risk: "low",
    input: z.object({ length: z.int() }),
    output: TEXT,
    run: ({ length }) => ({ text: "z".repeat(length) }),
  });

/** Works until it is cancelled, or for as long as it is told, and says how far it is. */
const slow = (ends: string[]) =>
  defineTool({
    name: "work_slowly",
    summary: "Work for a while",
    description: "For tests.",
    category: "custom",
    risk: "low",
    input: z.object({ steps: z.int() }),
    async run({ steps }, { progress, signal }) {
      for (let step = 1; step <= steps; step++) {
        progress({ fraction: step / steps, message: `step ${step}` });
        await delay(20, undefined, { signal }).catch(() => {});
        if (signal.aborted) break;
      }
      ends.push(signal.aborted ? "cancelled" : "done");
      return `worked ${steps} steps`;
    },
  });

interface ClientDoor extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly url: string;
  readonly workspace: string;
  /** How the calls of `work_slowly` ended. */
  readonly ends: readonly string[];
  /** Approves the call that a text says is waiting, as a person at another door does. Returns its id. */
  approve(said: string): Promise<string>;
}

/** A door with a large structured result, a picture, progress, and a tool that is asked about. */
export async function aClientDoor(): Promise<ClientDoor> {
  installPeers();
  const workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-clients-")));
  const { command, args } = npmServer("everything");
  const ends: string[] = [];
  const runtime = createRuntime({
    workspace,
    variables: process.env,
    config: {
      permissions: { safe: ["make_text", "work_slowly"], confirm: ["make_asked"] },
      mcpServers: { everything: { command, args, trusted: true, risk: "low", sends: "nothing" } },
    },
    tools: [made("make_text"), made("make_asked"), slow(ends)],
  });
  await runtime.mcp.discover();
  const where = { host: "127.0.0.1", port: 0 };
  const door = await serveMcp({ runtime, mode: "full", ...where, onFault: () => {} });
  return {
    runtime,
    url: door.url,
    workspace,
    ends,
    async approve(said) {
      const [, id] = /dejima approvals approve (\w+)/.exec(said) ?? [];
      if (id === undefined) throw new Error(`Nothing waits: ${said.slice(-2_000)}`);
      await runtime.approvals.answer(id, { answer: "approve", by: "a person", door: "test" });
      return id;
    },
    async [Symbol.asyncDispose]() {
      await door.close();
      await runtime.close();
      endProgramsOf(workspace);
      await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Ends the programs that a client has put into its home and left running: Codex starts a daemon. */
function endProgramsOf(folder: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(`${folder}/`))
        process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}
