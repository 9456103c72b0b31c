import type { RunLease, SharedStore } from "../../store/shared-store.ts";

/** Holds the leases of the runs that this process works on, and renews them together. */
export interface LeaseHolder {
  /** Takes a run. Returns `undefined` while another process has it. */
  take(runId: string, options: TakeOptions): Promise<RunLease | undefined>;
  /** Releases a run. With `expires`, it only stops renewing: the run is then found as one whose process is gone. */
  giveBack(lease: RunLease, options?: { readonly expires?: boolean }): Promise<void>;
  /** Releases all leases. */
  close(): Promise<void>;
}

interface LeaseListeners {
  onLost(): void;
  onStop?: (() => void) | undefined;
}

interface TakeOptions extends LeaseListeners {
  /**
   * Takes the run only to look at it: nobody takes this process for one that works on the run. Does not take a run whose process
   * stopped without releasing it.
   */
  readonly inPassing?: boolean;
}

interface LeaseHolderOptions {
  shared(): Promise<SharedStore>;
  readonly holder: string;
  readonly leaseMs: number;
}

/** Number of renewals per lease period: one renewal may be late or lost. */
const RENEWALS = 5;
/** How soon a renewal that failed is tried again. */
const RETRY_MS = 300;

export function createLeaseHolder({ shared, holder, leaseMs }: LeaseHolderOptions): LeaseHolder {
  const held = new Map<string, { readonly lease: RunLease; readonly listeners: LeaseListeners }>();
  let timer: NodeJS.Timeout | undefined;
  let unwatch: (() => void) | undefined;

  async function renew(): Promise<void> {
    const current = [...held.values()];
    if (current.length === 0) return;
    const { leases } = await shared();
    const answer = await leases.renew(
      current.map(({ lease }) => lease),
      leaseMs,
    );
    for (const { lease, listeners } of current) {
      if (held.get(lease.runId)?.lease !== lease) continue;
      if (!answer.held.has(lease.runId)) {
        held.delete(lease.runId);
        listeners.onLost();
      } else if (answer.stopping.has(lease.runId)) listeners.onStop?.();
    }
  }
  let again: NodeJS.Timeout | undefined;
  // While the database is unreachable, no other process can take the runs either. Once it is back, every moment counts.
  const renewSoon = () => {
    clearTimeout(again);
    renew().catch(() => {
      again = setTimeout(renewSoon, RETRY_MS).unref();
    });
  };

  return {
    async take(runId, { inPassing = false, ...listeners }) {
      const { leases } = await shared();
      const lease = await leases.claim(runId, {
        holder: inPassing ? "" : holder,
        forMs: leaseMs,
        onlyIfReleased: inPassing,
      });
      if (lease === undefined) return undefined;
      held.set(runId, { lease, listeners });
      timer ??= setInterval(renewSoon, leaseMs / RENEWALS).unref();
      unwatch ??= leases.watchStops(renewSoon);
      // A stop may have been requested while no process had the run.
      if (listeners.onStop !== undefined) renewSoon();
      return lease;
    },
    async giveBack(lease, { expires = false } = {}) {
      if (held.get(lease.runId)?.lease !== lease) return;
      held.delete(lease.runId);
      if (!expires) await (await shared()).leases.release(lease).catch(() => undefined);
    },
    async close() {
      clearInterval(timer);
      clearTimeout(again);
      timer = undefined;
      unwatch?.();
      unwatch = undefined;
      const all = [...held.values()];
      held.clear();
      if (all.length === 0) return;
      const { leases } = await shared();
      await Promise.all(all.map(({ lease }) => leases.release(lease).catch(() => undefined)));
    },
  };
}
