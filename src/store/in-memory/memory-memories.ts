import type { Memory } from "../../contract/user/memory.ts";
import type { MemoryRepository } from "../store.ts";

interface Held {
  readonly memory: Memory;
  readonly fingerprint: string;
  readonly revision: number;
}

export function memoryMemories(assertOpen: () => void): MemoryRepository {
  const users = new Map<string, Map<string, Held>>();
  const changes = new Map<string, number>();
  let revision = 0;
  const count = (user: string) => changes.set(user, (changes.get(user) ?? 0) + 1);
  const heldOf = (user: string): Map<string, Held> => {
    assertOpen();
    return users.get(user) ?? new Map();
  };
  const put = (memory: Memory, fingerprint: string) => {
    const ofUser = users.get(memory.user) ?? new Map<string, Held>();
    count(memory.user);
    users.set(
      memory.user,
      ofUser.set(memory.id, { memory: structuredClone(memory), fingerprint, revision: ++revision }),
    );
  };
  return {
    async tell({ user, fingerprint }, work) {
      const known = [...heldOf(user).values()].find((one) => one.fingerprint === fingerprint);
      const changed = work(structuredClone(known?.memory));
      put(changed, fingerprint);
      return structuredClone(changed);
    },
    async change(user, ids, work) {
      const ofUser = heldOf(user);
      const wanted = ids.flatMap((id) => ofUser.get(id) ?? []);
      const changed = wanted.map(({ memory, fingerprint }) => ({
        memory: work(structuredClone(memory)),
        fingerprint,
      }));
      for (const { memory, fingerprint } of changed) put(memory, fingerprint);
    },
    async get(user, id) {
      return structuredClone(heldOf(user).get(id)?.memory);
    },
    async list(user, { limit, type, before }) {
      // Sorting is stable: of the memories stored in the same millisecond, the last one comes first.
      const all = [...heldOf(user).values()]
        .map(({ memory }) => memory)
        .reverse()
        .sort(newestFirst);
      const start = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
      if (before !== undefined && start === 0) return [];
      const page = all.slice(start).filter((memory) => type === undefined || memory.type === type);
      return structuredClone(page.slice(0, limit));
    },
    async changes(user) {
      assertOpen();
      return changes.get(user) ?? 0;
    },
    async changedSince(user, since) {
      const ofUser = [...heldOf(user).values()];
      const changed = ofUser.filter((one) => one.revision > since).sort((a, b) => a.revision - b.revision);
      return {
        revision: changed.at(-1)?.revision ?? since,
        count: ofUser.length,
        memories: structuredClone(changed.map(({ memory }) => memory)),
      };
    },
    async ids(user) {
      return [...heldOf(user).keys()];
    },
    async delete(user, ids) {
      const ofUser = heldOf(user);
      const gone = ids.filter((id) => ofUser.delete(id));
      if (gone.length > 0) count(user);
      return gone;
    },
  };
}

function newestFirst(a: Memory, b: Memory): number {
  return b.createdAt - a.createdAt;
}
