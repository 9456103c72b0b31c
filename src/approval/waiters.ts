import type { Ledger, LedgerEntry } from "../store/store.ts";

/** Tells whoever waits for an entry when it has changed, in whatever process that happened. One watch serves all. */
interface Waiters<Entry> {
  /** From when this resolves on, no change of the entry is missed. Stop it when it is no longer wanted. */
  add(id: string, listener: (entry: Entry) => void): Promise<() => void>;
  /** Tells at once of a change that was made in this process. */
  tell(entry: Entry): void;
}

/** Makes the waiters of one ledger; it is watched only while somebody waits. */
export function createWaiters<Entry extends LedgerEntry>(
  ledger: () => Promise<Ledger<Entry>>,
): Waiters<Entry> {
  const waiting = new Map<string, Set<(entry: Entry) => void>>();
  let watching: Promise<() => void> | undefined;

  function leave(id: string, listener: (entry: Entry) => void): void {
    const listeners = waiting.get(id);
    listeners?.delete(listener);
    if (listeners?.size === 0) waiting.delete(id);
    if (waiting.size > 0) return;
    void watching?.then((stop) => stop()).catch(() => {});
    watching = undefined;
  }

  const tell = (entry: Entry) => {
    for (const held of waiting.get(entry.id) ?? []) held(entry);
  };
  return {
    tell,
    async add(id, listener) {
      waiting.set(id, (waiting.get(id) ?? new Set()).add(listener));
      try {
        watching ??= watchChanges(await ledger(), tell);
        await watching;
      } catch (error) {
        leave(id, listener);
        throw error;
      }
      return () => leave(id, listener);
    },
  };
}

async function watchChanges<Entry extends LedgerEntry>(
  ledger: Ledger<Entry>,
  onEntry: (entry: Entry) => void,
): Promise<() => void> {
  let { revision } = await ledger.changedSince();
  let looking = false;
  let again = false;
  async function look(): Promise<void> {
    again = true;
    if (looking) return;
    looking = true;
    try {
      while (again) {
        again = false;
        const changed = await ledger.changedSince(revision);
        revision = changed.revision;
        changed.entries.forEach(onEntry);
      }
    } catch {
      // A store that is busy or closing is looked at again with the next sign.
    } finally {
      looking = false;
    }
  }
  // Anyone who makes a change here tells of it directly; what others have changed is looked up when that is done.
  let next: NodeJS.Immediate | undefined;
  const stop = ledger.watch(() => {
    next ??= setImmediate(() => {
      next = undefined;
      void look();
    });
  });
  return () => {
    stop();
    clearImmediate(next);
  };
}
