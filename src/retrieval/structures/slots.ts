import { defined } from "../../support/defined.ts";
import type { EntryFacts } from "../search.ts";
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
  readonly sources: Uint32Array;
  readonly categories: Uint32Array;
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
  let sources = saved === undefined ? new Uint32Array(64) : new Uint32Array(saved.sources);
  let categories = saved === undefined ? new Uint32Array(64) : new Uint32Array(saved.categories);
  let used = saved === undefined ? new Uint8Array(64) : new Uint8Array(saved.used);
  // Sixteen bytes per slot. As strings, the hashes would take five times as much memory.
  let hashes = saved === undefined ? new Uint8Array(64 * HASH_BYTES) : new Uint8Array(saved.hashes);
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
    if (slot < used.length) return;
    const room = Math.ceil((slot + 1) * 2);
    used = copied(used, new Uint8Array(room));
    hashes = copied(hashes, new Uint8Array(room * HASH_BYTES));
    sources = copied(sources, new Uint32Array(room));
    categories = copied(categories, new Uint32Array(room));
  }

  return {
    claim({ id, name, source, category }, hash) {
      const slot = released.pop() ?? count++;
      makeRoom(slot);
      ids.set(slot, id);
      names.set(slot, name);
      sources[slot] = numberOf(source);
      categories[slot] = numberOf(category);
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
      sources[slot] = 0;
      categories[slot] = 0;
      hashes.fill(0, slot * HASH_BYTES, (slot + 1) * HASH_BYTES);
      released.push(slot);
    },
    slotOf: (id) => byId.find(hashText(id), (slot) => ids.is(slot, id)),
    hashOf: (slot) => toText(hashes.subarray(slot * HASH_BYTES, (slot + 1) * HASH_BYTES)),
    idOf: (slot) => ids.get(slot),
    nameOf: (slot) => names.get(slot),
    facts(slot) {
      const [source, category] = [labels[sources[slot] ?? 0], labels[categories[slot] ?? 0]];
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
      sources,
      categories,
      used,
      hashes,
    }),
    get byteLength() {
      const columns = ids.byteLength + names.byteLength + byId.byteLength;
      return columns + used.byteLength + hashes.byteLength + sources.byteLength * 2;
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

function copied<Numbers extends Uint8Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
