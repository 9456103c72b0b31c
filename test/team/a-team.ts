import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifyLog } from "../../src/execution/log/verify-log.ts";
import { createRuntime } from "../../src/runtime.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { aPostgres } from "../store/a-postgres.ts";
import { programFile } from "../support/program.ts";
import { aProxy } from "./a-proxy.ts";

const NODE = programFile(import.meta.dirname, "team-node.ts");

/** A process of the team. */
export interface TeamNode {
  readonly process: ChildProcess;
  /** What it said first: the address of a web process. */
  readonly url: string;
  /** Ends it, and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** An event as a client gets it. */
export interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface NodeOptions {
  readonly runs?: number;
  /** A home of its own. Default: the one that all share. */
  readonly home?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Web processes and workers on one real PostgreSQL, with a workspace that they share; `proxied` puts what can be cut between them. */
export async function aTeam({ proxied = false } = {}) {
  const postgres = await aPostgres();
  const address = await postgres.newDatabase();
  const proxy = proxied ? await aProxy(postgres.port) : undefined;
  const reached = address.replace(`:${postgres.port}/`, `:${proxy?.port ?? postgres.port}/`);
  const folder = await mkdtemp(join(tmpdir(), "dejima-team-"));
  const workspace = join(folder, "workspace");
  await mkdir(workspace);
  const home = join(folder, "home");
  const nodes = new Set<TeamNode>();
  const store = await openPostgresStore({ address });

  async function start(role: "web" | "worker", options: NodeOptions = {}): Promise<TeamNode> {
    const { runs = 10, home: own = home, variables = {} } = options;
    const child = spawn(process.execPath, [NODE, role, reached, workspace, own, String(runs)], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...variables },
    });
    let complaint = "";
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once("data", (chunk) => resolve(String(chunk).trim()));
      child.once("exit", (code) => reject(new Error(`${role} ended with ${code}: ${complaint}`)));
    });
    const exited = once(child, "exit");
    const node: TeamNode = {
      process: child,
      url,
      async end(signal = "SIGTERM") {
        nodes.delete(node);
        child.kill(signal);
        await exited;
      },
    };
    nodes.add(node);
    return node;
  }

  return {
    postgres,
    proxy,
    address,
    store,
    workspace,
    home,
    start,
    nodes,
    /** The lines of a file in the workspace. */
    lines(name: string): string[] {
      const path = join(workspace, name);
      return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
    },
    /** The runs whose log is not as it was written, seen from a process that had nothing to do with them. */
    async broken(runIds: readonly string[]): Promise<string[]> {
      const config = { store: address, runs: "workers" } as const;
      await using runtime = createRuntime({ workspace, home, variables: {}, config });
      const bad: string[] = [];
      for (const id of runIds) {
        const exported = join(folder, `${id}.jsonl`);
        await writeFile(exported, runtime.history.lines(id));
        const isWhole =
          (await runtime.history.verify(id)).ok && (await verifyLog(exported, { runId: id })).ok;
        if (!isWhole) bad.push(id);
      }
      return bad;
    },
    /** The process that has a run, once one has it. */
    holderOf: (runId: string) =>
      until(async () => {
        const holder = (await store.shared?.leases.holders([runId]))?.get(runId);
        return holder === undefined ? undefined : Number(/\d+/.exec(holder)?.[0]);
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([...nodes].map((node) => node.end("SIGKILL")));
      await store.close();
      await proxy?.[Symbol.asyncDispose]();
      await postgres[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Looks until there is something; fails after a minute. */
export async function until<Value>(
  look: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Nothing came of ${look}`);
}

/** The events that a web process streams for a message. */
export async function* say(
  node: Pick<TeamNode, "url">,
  message: string,
  conversation?: string,
): AsyncGenerator<SentEvent> {
  const body = JSON.stringify({ message, ...(conversation === undefined ? {} : { conversation }) });
  const headers = { "content-type": "application/json" };
  yield* sent(await fetch(`${node.url}/api/chat`, { method: "POST", headers, body }));
}

/** The events of a run after one that was seen, from whichever web process. */
export async function* follow(node: Pick<TeamNode, "url">, after: string): AsyncGenerator<SentEvent> {
  yield* sent(await fetch(`${node.url}/api/chat?after=${encodeURIComponent(after)}`));
}

/** Answers a question at a web process. */
export async function answer(
  node: Pick<TeamNode, "url">,
  id: string,
  word: "approve" | "deny",
): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ answer: word });
  return fetch(`${node.url}/api/approvals/${id}/answer`, { method: "POST", headers, body });
}

async function* sent(response: Response): AsyncGenerator<SentEvent> {
  if (!response.ok || response.body === null) throw new Error(`${response.status}: ${await response.text()}`);
  let text = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(part)?.[1];
      const [type, data] = [field("event"), field("data")];
      if (type !== undefined && data !== undefined)
        yield { id: field("id") ?? "", type, data: JSON.parse(data) };
    }
  }
}
