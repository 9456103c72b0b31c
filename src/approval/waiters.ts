import type { Ledger, LedgerEntry } from "../store/store.ts";

/** Notifies listeners of an entry's changes, in whatever process they happen. All listeners share one watch. */
interface Waiters<Entry> {
  /** Adds a listener. Once this resolves, no change is missed. Call the returned function to stop. */
  add(id: string, listener: (entry: Entry) => void): Promise<() => void>;
  /** Notifies at once of a change made in this process. */
  notify(entry: Entry): void;
}

/** Creates the waiters of one ledger. The ledger is watched only while somebody waits. */
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

  const notify = (entry: Entry) => {
    for (const listener of waiting.get(entry.id) ?? []) listener(entry);
  };
  return {
    notify,
    async add(id, listener) {
      waiting.set(id, (waiting.get(id) ?? new Set()).add(listener));
      try {
        watching ??= watchChanges(await ledger(), notify);
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
  let checking = false;
  let again = false;
  async function check(): Promise<void> {
    again = true;
    if (checking) return;
    checking = true;
    try {
      while (again) {
        again = false;
        const changed = await ledger.changedSince(revision);
        revision = changed.revision;
        changed.entries.forEach(onEntry);
      }
    } catch {
      // If the store is busy or closing, the next notification triggers another check.
    } finally {
      checking = false;
    }
  }
  // Changes made here are notified directly. Changes by others are read afterwards.
  let next: NodeJS.Immediate | undefined;
  const stop = ledger.watch(() => {
    next ??= setImmediate(() => {
      next = undefined;
      void check();
    });
  });
  return () => {
    stop();
    clearImmediate(next);
  };
}
