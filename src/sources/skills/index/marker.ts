import { z } from "zod";

/** The file in a skill that says what its vector was made from. It is no part of the skill: not hashed, scanned or packed. */
export const MARKER_FILE = ".vectorized.json";

// Each field has so narrow a form that nothing can be carried in a file that nobody hashes.
const markerSchema = z.strictObject({
  version: z.literal(1),
  /** Bytes of all files of the skill. */
  size: z.int().nonnegative(),
  /** SHA-256 of the main file, from which the vector is made. */
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
  embedder: z.string().regex(/^[\w.:@/+-]{1,200}$/),
  time: z.iso.datetime(),
});

export type Marker = z.infer<typeof markerSchema>;

/** No marker is longer. */
export const MAX_MARKER_BYTES = 600;

/** Reads the text of a marker; undefined for anything that is not exactly one. */
export function parseMarker(text: string): Marker | undefined {
  if (text.length > MAX_MARKER_BYTES) return undefined;
  try {
    return markerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function markerText(marker: Marker): string {
  return `${JSON.stringify(marker)}\n`;
}

/** An embedder's id in the letters that a marker allows. */
export function markedEmbedder(id: string): string {
  return id.replaceAll(/[^\w.:@/+-]/g, "_").slice(0, 200);
}

/** Whether two markers say the same, whenever they were written. */
export function sameMark(a: Marker | undefined, b: Omit<Marker, "time">): boolean {
  return a !== undefined && a.size === b.size && a.contentHash === b.contentHash && a.embedder === b.embedder;
}
