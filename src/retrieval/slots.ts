import type { IndexEntry } from "./index-entry.ts";
import type { EntryFacts } from "./search.ts";

/** Gives each entry a small number, under which every part of the index keeps what it derives from it. */
export interface Slots {
  claim(entry: IndexEntry, hash: string): number;
  release(slot: number): void;
  slotOf(id: string): number | undefined;
  hashOf(slot: number): string | undefined;
  facts(slot: number): EntryFacts;
  isLive(slot: number): boolean;
  ids(): Iterable<string>;
  /** Every slot is below this. */
  readonly count: number;
  /** Slots in use. */
  readonly size: number;
}

/** No slots yet; released ones are given out again. */
export function createSlots(): Slots {
  const byId = new Map<string, number>();
  const facts: (EntryFacts | undefined)[] = [];
  const hashes: (string | undefined)[] = [];
  const released: number[] = [];
  return {
    claim({ id, name, source, category }, hash) {
      const slot = released.pop() ?? facts.length;
      facts[slot] = {
        id,
        name,
        ...(source === undefined ? {} : { source }),
        ...(category === undefined ? {} : { category }),
      };
      hashes[slot] = hash;
      byId.set(id, slot);
      return slot;
    },
    release(slot) {
      const held = facts[slot];
      if (held === undefined) return;
      byId.delete(held.id);
      facts[slot] = undefined;
      hashes[slot] = undefined;
      released.push(slot);
    },
    slotOf: (id) => byId.get(id),
    hashOf: (slot) => hashes[slot],
    facts: (slot) => facts[slot] ?? { id: "", name: "" },
    isLive: (slot) => facts[slot] !== undefined,
    ids: () => byId.keys(),
    get count() {
      return facts.length;
    },
    get size() {
      return byId.size;
    },
  };
}
