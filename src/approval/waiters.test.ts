import { expect, test } from "vitest";
import type { Ledger, LedgerEntry } from "../store/store.ts";
import { createWaiters } from "./waiters.ts";

test("nothing is looked up for a change that came in while the last waiter left", async () => {
  const looks: (number | undefined)[] = [];
  const listeners = new Set<() => void>();
  const ledger: Pick<Ledger<LedgerEntry>, "changedSince" | "watch"> = {
    async changedSince(since) {
      looks.push(since);
      return { revision: 1, entries: [] };
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  // Waiters use these two alone.
  const waiters = createWaiters(async () => ledger as Ledger<LedgerEntry>);
  const change = () => listeners.forEach((listener) => void listener());

  const leave = await waiters.add("a", () => {});
  change();
  await new Promise(setImmediate);
  expect(looks).toEqual([undefined, 1]);

  change();
  leave();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect([looks, listeners.size]).toEqual([[undefined, 1], 0]);
});
