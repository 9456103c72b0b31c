import { defined } from "../../support/defined.ts";
import type { EntryFacts } from "../search.ts";
import { createGrowingArray } from "./growing-array.ts";
import { createHashTable, hashText, type SavedHashes } from "./hash-table.ts";
import { createTextColumn, type SavedTexts } from "./text-column.ts";

/** Assigns each entry a small number (its slot). Every part of the index stores its data by slot. */
export interface Slots {
  claim(entry: EntryFacts, hash: string): number;
  release(slot: number): void;
  slotOf(id: string): number | undefined;
  /** The content hash of the slot's entry: 32 hexadecimal digits. */
  hashOf(slot: number): string;
  idOf(slot: number): string;
  nameOf(slot: number): string;
  facts(slot: number): EntryFacts;
  isLive(slot: number): boolean;
  /** The slots in use. */
  live(): Iterable<number>;
  /** Every slot is below this. */
  readonly count: number;
  /** Slots in use. */
  readonly size: number;
  /** All slots, for `createSlots(saved)`. */
  save(): SavedSlots;
  readonly byteLength: number;
}

export interface SavedSlots {
  readonly count: number;
  readonly ids: SavedTexts;
  readonly names: SavedTexts;
  readonly byId: SavedHashes;
  readonly labels: readonly (string | undefined)[];
  /** By slot: the numbers of its source and its category. */
  readonly labelled: Uint32Array;
  readonly used: Uint8Array;
  readonly hashes: Uint8Array;
}

const HASH_BYTES = 16;

/** Starts empty or with the saved slots. Released slots are reused. */
export function createSlots(saved?: SavedSlots): Slots {
  const [ids, names] = [createTextColumn(saved?.ids), createTextColumn(saved?.names)];
  const byId = createHashTable(saved?.byId);
  // Many entries share few sources and categories, so numbers are stored. 0 means none.
  const labels: (string | undefined)[] = [...(saved?.labels ?? [undefined])];
  const labelNumbers = new Map(
    labels.flatMap((label, number) => (label === undefined ? [] : [[label, number]])),
  );
  const labelled = createGrowingArray(Uint32Array, saved?.labelled);
  const usedBytes = createGrowingArray(Uint8Array, saved?.used);
  // Sixteen bytes per slot. As strings, the hashes would take five times as much memory.
  const hashBytes = createGrowingArray(Uint8Array, saved?.hashes);
  let [numbers, used, hashes] = [labelled.numbers, usedBytes.numbers, hashBytes.numbers];
  let count = saved?.count ?? 0;
  const released: number[] = [];
  for (let slot = 0; slot < count; slot++) if (used[slot] !== 1) released.push(slot);

  function numberOf(label: string | undefined): number {
    if (label === undefined) return 0;
    const known = labelNumbers.get(label);
    if (known !== undefined) return known;
    labelNumbers.set(label, labels.length);
    return labels.push(label) - 1;
  }

  function makeRoom(slot: number): void {
    labelled.reserve((slot + 1) * 2);
    usedBytes.reserve(slot + 1);
    hashBytes.reserve((slot + 1) * HASH_BYTES);
    [numbers, used, hashes] = [labelled.numbers, usedBytes.numbers, hashBytes.numbers];
  }

  return {
    claim({ id, name, source, category }, hash) {
      const slot = released.pop() ?? count++;
      makeRoom(slot);
      ids.set(slot, id);
      names.set(slot, name);
      numbers[slot * 2] = numberOf(source);
      numbers[slot * 2 + 1] = numberOf(category);
      used[slot] = 1;
      hashes.set(toBytes(hash), slot * HASH_BYTES);
      byId.add(hashText(id), slot);
      return slot;
    },
    release(slot) {
      if (used[slot] !== 1) return;
      byId.remove(hashText(ids.get(slot)), slot);
      ids.clear(slot);
      names.clear(slot);
      used[slot] = 0;
      numbers.fill(0, slot * 2, slot * 2 + 2);
      hashes.fill(0, slot * HASH_BYTES, (slot + 1) * HASH_BYTES);
      released.push(slot);
    },
    slotOf: (id) => byId.find(hashText(id), (slot) => ids.is(slot, id)),
    hashOf: (slot) => toText(hashes.subarray(slot * HASH_BYTES, (slot + 1) * HASH_BYTES)),
    idOf: (slot) => ids.get(slot),
    nameOf: (slot) => names.get(slot),
    facts(slot) {
      const [source, category] = [labels[numbers[slot * 2] ?? 0], labels[numbers[slot * 2 + 1] ?? 0]];
      return {
        id: ids.get(slot),
        name: names.get(slot),
        ...defined({ source, category }),
      };
    },
    isLive: (slot) => used[slot] === 1,
    *live() {
      for (let slot = 0; slot < count; slot++) if (used[slot] === 1) yield slot;
    },
    get count() {
      return count;
    },
    get size() {
      return count - released.length;
    },
    save: () => ({
      count,
      ids: ids.save(),
      names: names.save(),
      byId: byId.save(),
      labels,
      labelled: numbers.slice(0, count * 2),
      used: used.slice(0, count),
      hashes: hashes.slice(0, count * HASH_BYTES),
    }),
    get byteLength() {
      const columns = ids.byteLength + names.byteLength + byId.byteLength;
      return columns + count * (1 + HASH_BYTES + 8);
    },
  };
}

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function toBytes(hash: string): Uint8Array {
  const bytes = new Uint8Array(HASH_BYTES);
  for (let at = 0; at < HASH_BYTES; at++)
    bytes[at] = digit(hash.charCodeAt(at * 2)) * 16 + digit(hash.charCodeAt(at * 2 + 1));
  return bytes;
}

/** The value of a hexadecimal digit; letters begin at 97. */
function digit(code: number): number {
  return code >= 97 ? code - 87 : code - 48;
}

function toText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}
