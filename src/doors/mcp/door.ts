import { setTimeout as delay } from "node:timers/promises";
import { type SkillSource, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import type { LogLevel } from "../../contract/dialogue.ts";
import type { Runtime } from "../../runtime.ts";
import { type ClientRuns, createClientRuns } from "./calls/client-runs.ts";
import type { ConnectionCalls } from "./calls/connection-calls.ts";
import type { ApprovalTasks } from "./calls/task-shape.ts";
import { createWaitingCalls, type WaitingCalls } from "./calls/waiting-calls.ts";
import type { Client } from "./client.ts";
import { skillSource } from "./offers/skills.ts";
import type { ListedBuiltins, ListMode } from "./offers/tools.ts";
import { createUpstreamContents, type UpstreamContents } from "./offers/upstream-contents.ts";

/** What all connections of the door share. */
export interface DoorParts {
  readonly runtime: Runtime;
  readonly mode: ListMode;
  readonly builtins: ListedBuiltins;
  readonly runs: ClientRuns;
  readonly waiting: WaitingCalls;
  /** Calls that waited for a person, for clients that support tasks. */
  readonly tasks: ApprovalTasks;
  /** The address of the console. `undefined` if this process serves none. */
  consoleUrl(): string | undefined;
  /** A server's tool, as the server defines it. */
  definition(name: string): { readonly inputSchema: Record<string, unknown> } | undefined;
  readonly upstreamContents: UpstreamContents;
  readonly skillSource: SkillSource;
  readonly skills: SkillsExtension;
  /** Resolves when new servers have been queried once, or have timed out. */
  readonly discovered: Promise<unknown>;
}

/** The context of a handler: the door, and the client. */
export interface RequestParts extends DoorParts {
  readonly client: Client;
  /** The log level of the session. `undefined` if it was not set, or there is no session. */
  readonly logLevel: LogLevel | undefined;
  /** The plain calls of the connection. `undefined` for a request without one. */
  readonly calls: ConnectionCalls | undefined;
}

/** Changes that listening clients are notified of. */
export type DoorNews = "tools" | "prompts" | "resources" | { readonly updated: string };

/** A door that can be closed and announces changes. */
interface OpenDoor extends DoorParts {
  /** Calls the listener with every change. Returns a function that unsubscribes. */
  onNews(listener: (news: DoorNews) => void): () => void;
  /** Cancels the calls that wait for their client and ends the runs of all clients. */
  close(): Promise<void>;
}

/** How long the first list waits for new servers. Later ones are announced when they answer. */
const DISCOVERY_MS = 5_000;

const SKILL_TTL_MS = 60_000;

/** Options of a door. */
export interface DoorOptions extends Pick<DoorParts, "runtime" | "mode"> {
  /** Which built-in tools clients see. Default: the few that other agents lack. */
  readonly builtins?: ListedBuiltins | undefined;
  consoleUrl?(): string | undefined;
}

/** Opens a door. */
export async function openDoor({
  runtime,
  mode,
  builtins = "few",
  consoleUrl = () => undefined,
}: DoorOptions): Promise<OpenDoor> {
  await runtime.ready();
  const { mcp } = runtime;
  const listeners = new Set<(news: DoorNews) => void>();
  const announce = (...news: DoorNews[]) => {
    for (const each of news) for (const listener of listeners) listener(each);
  };
  const upstreamContents = createUpstreamContents(mcp, () => announce("prompts", "resources"));
  await mcp.onChange(() => announce("tools"));
  // Other rules hide other tools.
  const unfollow = runtime.onReload(({ applied }) => {
    if (applied.length > 0) announce("tools", "prompts", "resources");
  });
  await mcp.onNotice((server, { method, params }) => {
    if (method === "notifications/message") return; // log messages of a call reach its caller with the call
    if (method === "notifications/tools/list_changed") return announce("tools");
    if (method === "notifications/resources/updated") return announce({ updated: String(params?.uri) });
    upstreamContents.forget(server);
    announce(method === "notifications/prompts/list_changed" ? "prompts" : "resources");
  });
  const found = mcp.discover();
  const source = skillSource(runtime);
  const waiting = createWaitingCalls();
  const runs = createClientRuns(runtime, waiting);
  return {
    runtime,
    mode,
    builtins,
    runs,
    waiting,
    tasks: new Map(),
    consoleUrl,
    definition: await mcp.definitions(),
    upstreamContents,
    skillSource: source,
    skills: new SkillsExtension({
      source,
      cacheHint: { ttlMs: SKILL_TTL_MS, cacheScope: "private" },
      onWarning: () => {}, // a skill that cannot be published is left out
    }),
    discovered: Promise.race([found, delay(DISCOVERY_MS, undefined, { ref: false })]),
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      unfollow();
      waiting.close();
      await runs.close();
    },
  };
}
