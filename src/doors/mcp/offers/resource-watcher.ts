import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { UpstreamContents } from "../calls/upstream-contents.ts";
import { SKILL_SCHEME } from "./skill-source.ts";

/** The resources that one client wants to hear about. */
export interface ResourceWatcher {
  add(uri: string): Promise<void>;
  remove(uri: string): Promise<void>;
  has(uri: string): boolean;
  close(): Promise<void>;
}

/** A client that watches more than this does not read what it hears. */
const MAX_WATCHED = 1_000;

const NOTHING = async () => {};

/** Makes a watcher. The server that has a resource is told as long as somebody watches it. */
export function createResourceWatcher(upstreamContents: UpstreamContents): ResourceWatcher {
  const watched = new Map<string, () => Promise<void>>();
  return {
    async add(uri) {
      if (watched.has(uri) || watched.size >= MAX_WATCHED) return;
      if (uri.startsWith(SKILL_SCHEME)) return void watched.set(uri, NOTHING);
      const holder = await upstreamContents.holderOf(uri);
      if (holder === undefined) throw new ResourceNotFoundError(uri);
      const tells = holder.capabilities().resources?.subscribe === true;
      watched.set(uri, tells ? await holder.watch(uri) : NOTHING);
    },
    async remove(uri) {
      const release = watched.get(uri);
      watched.delete(uri);
      await release?.();
    },
    has: (uri) => watched.has(uri),
    async close() {
      const releases = [...watched.values()];
      watched.clear();
      await Promise.all(releases.map((release) => release().catch(() => {})));
    },
  };
}
