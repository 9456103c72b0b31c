import type { Marker } from "./marker.ts";
import type { MarkerStamp } from "./marker-file.ts";

/** What is remembered of a marker: with the stamp of its file, or without one when only the store has it. */
export interface KnownMark {
  readonly marker: Marker;
  readonly stamp?: MarkerStamp;
}

/** A mark as one line, of which no part has a blank: what is compared at every start comes first. */
export function markLine({ marker, stamp }: KnownMark): string {
  const { contentHash, embedder, size, time } = marker;
  return `${contentHash} ${embedder} ${stampText(stamp)} ${size} ${time}`;
}

/** A stamp as text; empty for none. */
export function stampText(stamp: MarkerStamp | undefined): string {
  return stamp === undefined ? "" : `${stamp[0]}:${stamp[1]}:${stamp[2]}`;
}

/** What a line says of its file's stamp, when it is of that content and embedder. */
export function saysOf(
  line: string,
  contentHash: string,
  embedder: string,
): { readonly stamped: boolean; hasStamp(text: string): boolean } | undefined {
  const start = `${contentHash} ${embedder} `;
  if (!line.startsWith(start)) return undefined;
  return {
    stamped: line[start.length] !== " ",
    hasStamp: (text) => line.startsWith(`${text} `, start.length),
  };
}

/** The mark of a line. */
export function readLine(line: string): KnownMark {
  const [contentHash = "", embedder = "", stamps = "", size, time = ""] = line.split(" ");
  const marker: Marker = { version: 1, size: Number(size), contentHash, embedder, time };
  const [bytes = 0, modified = 0, inode = 0] = stamps.split(":").map(Number);
  return stamps === "" ? { marker } : { marker, stamp: [bytes, modified, inode] };
}
