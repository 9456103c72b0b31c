import type { EntryFacts } from "./search.ts";

/** Gives each entry a small number, under which every part of the index keeps what it derives from it. */
export interface Slots {
  claim(entry: EntryFacts, hash: string): number;
  release(slot: number): void;
  slotOf(id: string): number | undefined;
  /** The content hash of the slot's entry: 32 hexadecimal digits. */
  hashOf(slot: number): string;
  facts(slot: number): EntryFacts;
  isLive(slot: number): boolean;
  ids(): Iterable<string>;
  /** Every slot is below this. */
  readonly count: number;
  /** Slots in use. */
  readonly size: number;
}

const HASH_BYTES = 16;

/** No slots yet; released ones are given out again. */
export function createSlots(): Slots {
  const byId = new Map<string, number>();
  const facts: (EntryFacts | undefined)[] = [];
  let live = new Uint8Array(64);
  // Sixteen bytes a slot: as strings the hashes would take five times as much.
  let hashes = new Uint8Array(64 * HASH_BYTES);
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
      if (slot >= live.length) {
        const room = Math.ceil(slot * 1.3);
        live = copied(live, new Uint8Array(room));
        hashes = copied(hashes, new Uint8Array(room * HASH_BYTES));
      }
      live[slot] = 1;
      hashes.set(toBytes(hash), slot * HASH_BYTES);
      byId.set(id, slot);
      return slot;
    },
    release(slot) {
      const held = facts[slot];
      if (held === undefined) return;
      byId.delete(held.id);
      facts[slot] = undefined;
      live[slot] = 0;
      hashes.fill(0, slot * HASH_BYTES, (slot + 1) * HASH_BYTES);
      released.push(slot);
    },
    slotOf: (id) => byId.get(id),
    hashOf: (slot) => toText(hashes.subarray(slot * HASH_BYTES, (slot + 1) * HASH_BYTES)),
    facts: (slot) => facts[slot] ?? { id: "", name: "" },
    isLive: (slot) => live[slot] === 1,
    ids: () => byId.keys(),
    get count() {
      return facts.length;
    },
    get size() {
      return byId.size;
    },
  };
}

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const BYTES = new Map(PAIRS.map((pair, byte) => [pair, byte]));

function toBytes(hash: string): Uint8Array {
  const bytes = new Uint8Array(HASH_BYTES);
  for (let at = 0; at < HASH_BYTES; at++) bytes[at] = BYTES.get(hash.slice(at * 2, at * 2 + 2)) ?? 0;
  return bytes;
}

function toText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}

function copied(from: Uint8Array, to: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  to.set(from);
  return to;
}
