import { deserialize, serialize } from "node:v8";
import type { VectorRepository } from "../store/store.ts";
import { sha256 } from "../support/sha256.ts";
import { DEFAULT_WEIGHTS } from "./ranking-weights.ts";
import type { SavedIndex } from "./tool-index.ts";

/** A whole index as it was: reading it is faster than reading all texts again. */
export interface IndexSnapshot {
  readonly saved: SavedIndex & { vectors(slot: number): Uint8Array };
  /** What told the state of the entry in each slot; empty for free ones. */
  readonly versions: readonly string[];
}

export interface IndexSnapshots {
  /** The last one that this version of the code made with this embedder. */
  read(embedderId: string): Promise<IndexSnapshot | undefined>;
  /** Replaces all former ones. */
  write(embedderId: string, snapshot: IndexSnapshot): Promise<void>;
}

/** Another number makes all older snapshots count as none. */
const FORMAT = 4;
/** Stands between texts that are kept as one: a few long ones are read in a fraction of the time of many. */
const END = "\n";

/** Keeps snapshots of the index of a shelf. One that cannot be read or written only costs time. */
export function createIndexSnapshots(
  repository: VectorRepository,
  shelf: string,
  codeVersion: string,
): IndexSnapshots {
  const key = sha256(JSON.stringify([FORMAT, codeVersion, DEFAULT_WEIGHTS])).slice(0, 32);
  const place = `${shelf} index`;
  return {
    async read(embedder) {
      try {
        const bytes = (await repository.read({ shelf: place, embedder }, [key])).get(key);
        return bytes === undefined ? undefined : unpack(deserialize(bytes));
      } catch {
        return undefined;
      }
    },
    async write(embedder, snapshot) {
      try {
        await repository.write({ shelf: place, embedder }, new Map([[key, serialize(pack(snapshot))]]));
        for (const { embedder: other } of await repository.embedders(place))
          await repository.prune({ shelf: place, embedder: other }, other === embedder ? [key] : []);
      } catch {
        // The next start reads the texts again.
      }
    },
  };
}

type Packed = ReturnType<typeof pack>;

function pack({ saved, versions }: IndexSnapshot) {
  const { entries, lexicon } = saved;
  const column = (read: (entry: NonNullable<(typeof entries)[number]>) => string | undefined) =>
    entries.map((entry) => (entry === null ? "" : (read(entry) ?? ""))).join(END);
  const vectors = entries.flatMap((entry, slot) => (entry === null ? [] : [saved.vectors(slot)]));
  return {
    count: entries.length,
    versions: versions.join(END),
    ids: column(({ id }) => id),
    names: column(({ name }) => name),
    sources: column(({ source }) => source),
    categories: column(({ category }) => category),
    hashes: column(({ hash }) => hash),
    keywords: entries.flatMap((entry, slot) =>
      entry?.keywords.length ? [[slot, entry.keywords] as const] : [],
    ),
    table: saved.names,
    lexicon,
    words: saved.words,
    vectors: Buffer.concat(vectors),
    width: vectors[0]?.length ?? 0,
  };
}

function unpack(packed: Packed): IndexSnapshot | undefined {
  const [ids, names, sources, categories, hashes, versions] = [
    packed.ids,
    packed.names,
    packed.sources,
    packed.categories,
    packed.hashes,
    packed.versions,
  ].map((column) => column.split(END));
  // A name with a line end in it would shift all that follow.
  if ([ids, names, sources, categories, hashes, versions].some((column) => column?.length !== packed.count))
    return undefined;
  const keywords = new Map(packed.keywords);
  const places = new Map<number, number>();
  const entries = Array.from({ length: packed.count }, (_, slot) => {
    const [id, hash, source, category] = [ids?.[slot], hashes?.[slot], sources?.[slot], categories?.[slot]];
    if (!id || !hash) return null;
    places.set(slot, places.size);
    return {
      id,
      name: names?.[slot] ?? "",
      hash,
      keywords: keywords.get(slot) ?? [],
      ...(source ? { source } : {}),
      ...(category ? { category } : {}),
    };
  });
  const { width } = packed;
  return {
    versions: versions ?? [],
    saved: {
      entries,
      names: packed.table,
      lexicon: packed.lexicon,
      words: packed.words,
      vectors: (slot) =>
        packed.vectors.subarray((places.get(slot) ?? 0) * width, ((places.get(slot) ?? 0) + 1) * width),
    },
  };
}
