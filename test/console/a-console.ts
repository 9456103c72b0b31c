import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { buildConsole } from "../../scripts/build-console.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { type RunningServer, serve } from "../../src/doors/http/serve.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { oddServer } from "../mcp/a-harbour.ts";
import { type ALine, aLine } from "./a-line.ts";
import { conversationScript } from "./conversation-script.ts";
import { fillPastDays } from "./past-days.ts";

/** A real server with the real console, a scripted model and real tools. */
export interface AConsole {
  readonly runtime: Runtime;
  readonly model: ScriptedModel;
  readonly url: string;
  /** What the browser reaches the server by. */
  readonly line: ALine;
  readonly workspace: string;
  /** Lets the slow tool go on by one line. */
  next(): void;
  close(): Promise<void>;
}

const FILES: Readonly<Record<string, string>> = {
  "README.md": "# The harbour\n\nOne gate for every tool.\n",
  "notes/today.md": "- look at the quay\n",
  "src/crane.ts": "export const lift = (tons: number) => tons > 0;\n",
};

/** Starts one on a workspace of its own. */
export async function aConsole(): Promise<AConsole> {
  if (!buildConsole()) throw new Error("The console could not be built; vite says why above");
  const workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-console-")));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true });
    await writeFile(join(workspace, name), content);
  }
  const steps = gate();
  const model = new ScriptedModel(conversationScript);
  const runtime = createRuntime({
    workspace,
    model,
    tools: [slowTool(steps.passed), reportTool, minutesTool, noteTool],
    config: {
      permissions: {
        confirm: ["write_file", "delete_file"],
        safe: ["count_containers", "make_report", "send_note(**)"],
      },
      // Questions of the command line, which no other scene asks, expire at once.
      approvals: { expiry: { cli: "1s" } },
      mcpServers: {
        ledger: oddServer("grows"),
        cargo: oddServer("poisoned"),
      },
    },
  });
  await fillPastDays(runtime.store);
  const faults: unknown[] = [];
  const server: RunningServer = await serve({
    runtime,
    host: "127.0.0.1",
    port: 0,
    checkAnswers: true,
    onFault: (error) => void faults.push(error),
  });
  const line = await aLine(server.url);
  const closing = new AbortController();
  const scheduling = runtime.scheduler.run(closing.signal);
  return {
    runtime,
    model,
    url: line.url,
    line,
    workspace,
    next: steps.pass,
    async close() {
      await line.close();
      closing.abort();
      await scheduling;
      await server.close();
      await runtime.close();
      await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      if (faults.length > 0) throw new AggregateError(faults, "The server met faults of its own");
    },
  };
}

/** Says line by line what it counts, and waits before each line until the test lets it. */
function slowTool(passed: (signal: AbortSignal) => Promise<void>): Tool {
  return defineTool({
    name: "count_containers",
    summary: "Count the containers on the quay, row by row",
    description: "Walks the rows and reports each.",
    category: "custom",
    risk: "low",
    input: z.object({ rows: z.int().min(1).max(9).default(3) }),
    async *run({ rows }, { signal }) {
      for (let row = 1; row <= rows; row++) {
        await passed(signal);
        signal.throwIfAborted();
        yield { type: "progress", progress: { message: `Row ${row}`, fraction: row / rows } } as const;
        yield { type: "chunk", text: `Row ${row}: ${row * 12} containers\n` } as const;
      }
      yield { type: "result", output: { containers: 72 } } as const;
    },
  });
}

const reportTool = defineTool({
  name: "make_report",
  summary: "Make a report of the quay as a table for the user",
  description: "Keeps a CSV file among the artifacts.",
  category: "custom",
  risk: "low",
  input: z.object({}),
  run(_input, { artifacts }) {
    const content = new TextEncoder().encode("row,containers\n1,12\n");
    return artifacts.save({ name: "quay.csv", mediaType: "text/csv", content });
  },
});

const minutesTool = defineTool({
  name: "read_minutes",
  summary: "Read the minutes that others wrote",
  description: "Names who took part.",
  category: "custom",
  risk: "low",
  flow: { output: "untrusted", sends: "nothing" },
  input: z.object({}),
  run: () => ({ shared_with: { "ann@a.test": "rw", "bob@b.test": "rw" }, text: "Ann: plan. Bob: review." }),
});

const noteTool = defineTool({
  name: "send_note",
  summary: "Send somebody a note by mail",
  description: "Sends it at once.",
  category: "custom",
  risk: "low",
  input: z.object({ to: z.string(), body: z.string() }),
  effects: ({ to }) => [{ kind: "message.send", target: to }],
  run: () => "sent",
});

/** Lets through one who waits for each `pass`; who gives up waits no more. */
function gate() {
  const waiting = new Set<() => void>();
  let open = 0;
  return {
    pass() {
      const [next] = waiting;
      if (next === undefined) open++;
      else next();
    },
    passed(signal: AbortSignal): Promise<void> {
      if (open > 0) {
        open--;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const go = () => {
          waiting.delete(go);
          resolve();
        };
        waiting.add(go);
        signal.addEventListener("abort", go, { once: true });
      });
    },
  };
}
