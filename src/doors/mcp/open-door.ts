import { setTimeout as delay } from "node:timers/promises";
import { type SkillSource, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import type { Runtime } from "../../runtime.ts";
import { type CallQueue, createCallQueue } from "./calls/call-queue.ts";
import { createUpstreamContents, type UpstreamContents } from "./calls/upstream-contents.ts";
import { skillSource } from "./offers/skill-source.ts";
import type { ListMode } from "./offers/tool-list.ts";

/** What all connections of the door share. */
export interface DoorParts {
  readonly runtime: Runtime;
  readonly mode: ListMode;
  readonly queue: CallQueue;
  /** A tool of a server, as the server defines it. */
  definition(name: string): { readonly inputSchema: Record<string, unknown> } | undefined;
  readonly upstreamContents: UpstreamContents;
  readonly skillSource: SkillSource;
  readonly skills: SkillsExtension;
  /** Resolves when servers that were never seen have been asked once, or have had their time. */
  readonly discovered: Promise<unknown>;
}

/** What clients that listen are told of. */
export type DoorNews = "tools" | "prompts" | "resources" | { readonly updated: string };

/** How long the first list waits for servers that were never seen; later ones are announced when they come. */
const DISCOVERY_MS = 5_000;

const SKILL_TTL_MS = 60_000;

/** Opens a door. */
export async function openDoor(
  runtime: Runtime,
  mode: ListMode,
): Promise<DoorParts & { onNews(listener: (news: DoorNews) => void): () => void }> {
  await runtime.ready();
  const { mcp } = runtime;
  const listeners = new Set<(news: DoorNews) => void>();
  const tell = (...news: DoorNews[]) => {
    for (const each of news) for (const listener of listeners) listener(each);
  };
  const upstreamContents = createUpstreamContents(mcp, () => tell("prompts", "resources"));
  await mcp.onChange(() => tell("tools"));
  await mcp.onNotice((server, { method, params }) => {
    if (method === "notifications/message") return; // what belongs to a call reaches its caller with it
    if (method === "notifications/tools/list_changed") return tell("tools");
    if (method === "notifications/resources/updated") return tell({ updated: String(params?.uri) });
    upstreamContents.forget(server);
    tell(method === "notifications/prompts/list_changed" ? "prompts" : "resources");
  });
  const found = mcp.discover();
  const source = skillSource(runtime);
  return {
    runtime,
    mode,
    queue: createCallQueue(runtime),
    definition: await mcp.definitions(),
    upstreamContents,
    skillSource: source,
    skills: new SkillsExtension({
      source,
      cacheHint: { ttlMs: SKILL_TTL_MS, cacheScope: "private" },
      onWarning: () => {}, // a skill that cannot be published is simply not among them
    }),
    discovered: Promise.race([found, delay(DISCOVERY_MS, undefined, { ref: false })]),
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
