import type { Ledger, LedgerEntry } from "../store.ts";
import { entryExists, noSuchEntry } from "../store-errors.ts";

/** A ledger in memory. It is lost when the process ends. */
export function memoryLedger<Entry extends LedgerEntry>(name: string, assertOpen: () => void): Ledger<Entry> {
  const entries = new Map<string, { readonly text: string; readonly revision: number }>();
  const listeners = new Set<() => void>();
  let revision = 0;
  const put = (entry: Entry) => {
    entries.set(entry.id, { text: JSON.stringify(entry), revision: ++revision });
    for (const listener of listeners) listener();
  };
  const read = (row: { text: string }): Entry => JSON.parse(row.text);
  return {
    async create(entry) {
      assertOpen();
      if (entries.has(entry.id)) throw entryExists(name, entry.id);
      put(entry);
    },
    async get(id) {
      assertOpen();
      const row = entries.get(id);
      return row && read(row);
    },
    async list({ limit, status, runId, before }) {
      assertOpen();
      const newestFirst = [...entries.values()].map(read).reverse();
      return newestFirst
        .slice(before === undefined ? 0 : newestFirst.findIndex(({ id }) => id === before) + 1)
        .filter((entry) => status === undefined || entry.status === status)
        .filter((entry) => runId === undefined || entry.runId === runId)
        .slice(0, limit);
    },
    async change(id, work) {
      assertOpen();
      const row = entries.get(id);
      if (row === undefined) throw noSuchEntry(name, id);
      const next = work(read(row));
      if (next !== undefined) put({ ...next, id });
      return next === undefined ? read(row) : { ...next, id };
    },
    async changedSince(since) {
      assertOpen();
      const changed =
        since === undefined
          ? []
          : [...entries.values()]
              .filter((row) => row.revision > since)
              .sort((a, b) => a.revision - b.revision);
      return { revision, entries: changed.map(read) };
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
