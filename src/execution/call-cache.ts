import { stat } from "node:fs/promises";
import type { Effect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { canonicalJson } from "../support/json.ts";

/** Caches outputs of tools that declare `cache`, as long as the files that they read do not change. */
export interface CallCache {
  /** Call it before the tool runs: it stamps the files, so that a change during the call is noticed. */
  begin(tool: Tool, input: unknown, effects: readonly Effect[]): Promise<CacheSlot | undefined>;
  /** A new, empty cache with the same settings. */
  apart(): CallCache;
}

interface CacheSlot {
  /** `sources` are the untrusted sources of what the tool had read. */
  readonly hit: { readonly output: unknown; readonly sources: readonly string[] } | undefined;
  fill(output: unknown, characters: number, sources?: readonly string[]): void;
}

interface Entry {
  readonly output: unknown;
  readonly sources: readonly string[];
  readonly characters: number;
  readonly stamp: string;
  readonly expiresAt: number;
}

const MAX_ENTRY = 1_000_000;
const MAX_TOTAL = 32_000_000;

/** Makes a cache with at most `capacity` entries and a bounded size. The least recently used entries are dropped first. */
export function createCallCache(capacity: number, now: () => number): CallCache {
  const entries = new Map<string, Entry>();
  let total = 0;
  const drop = (key: string) => {
    total -= entries.get(key)?.characters ?? 0;
    entries.delete(key);
  };
  const store = (key: string, entry: Entry) => {
    drop(key);
    entries.set(key, entry);
    total += entry.characters;
    for (const oldest of entries.keys()) {
      if (entries.size <= capacity && total <= MAX_TOTAL) break;
      drop(oldest);
    }
  };
  return {
    apart: () => createCallCache(capacity, now),
    async begin(tool, input, effects) {
      if (tool.cache === undefined) return undefined;
      const { ttlMs } = tool.cache;
      const key = `${tool.name}@${tool.version} ${canonicalJson(input)}`;
      const stamp = await stampOf(effects);
      const entry = entries.get(key);
      const fresh = entry !== undefined && entry.stamp === stamp && entry.expiresAt > now();
      if (fresh) store(key, entry);
      else drop(key);
      return {
        hit: fresh ? { output: structuredClone(entry.output), sources: entry.sources } : undefined,
        fill(output, characters, sources = []) {
          if (key.length > 10_000 || characters > MAX_ENTRY) return;
          store(key, {
            output: structuredClone(output),
            sources,
            characters,
            stamp,
            expiresAt: now() + ttlMs,
          });
        },
      };
    },
  };
}

async function stampOf(effects: readonly Effect[]): Promise<string> {
  const files = effects.filter(({ kind }) => kind === "file.read");
  const stamps = await Promise.all(files.map(({ target }) => fileStamp(target)));
  return stamps.join("\n");
}

async function fileStamp(path: string): Promise<string> {
  try {
    // A program can set mtime back, but not ctime.
    const { mtimeNs, ctimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
  } catch {
    return "absent";
  }
}
