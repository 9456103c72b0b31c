import { z } from "zod";
import { type Stats, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { fileErrorCode } from "../file-error.ts";

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

/** Equal stamps mean an unchanged marker. */
export type MarkerStamp = readonly [size: number, modified: number, inode: number];

const MARKER_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The marker in a skill's folder; undefined when there is none, or something else in its place. */
export function readMarker(folder: string): Marker | undefined {
  let file: number | undefined;
  try {
    file = openSync(`${folder}/${MARKER_FILE}`, MARKER_FLAGS);
    const info = fstatSync(file);
    // An executable one is no marker of ours.
    if (!info.isFile() || info.size > MAX_MARKER_BYTES || (info.mode & 0o111) !== 0) return undefined;
    return parseMarker(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Puts the marker in place of whatever has its name. Gives its stamp, or undefined where nothing may be written. */
export async function writeMarker(folder: string, marker: Marker): Promise<MarkerStamp | undefined> {
  try {
    // A skill that is linked into the folder lies elsewhere, and is somebody else's.
    if (lstatSync(folder).isSymbolicLink()) return undefined;
    const path = `${folder}/${MARKER_FILE}`;
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) rmSync(path);
    return await writeNew(path, markerText(marker));
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Takes the marker out; a folder that went with it is fine. */
export function removeMarker(folder: string): void {
  try {
    rmSync(`${folder}/${MARKER_FILE}`, { force: true });
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
  }
}

/** The stamp of the file that has the marker's name; undefined when there is none. */
export function stampOf(folder: string): MarkerStamp | undefined {
  const info = lstatSync(`${folder}/${MARKER_FILE}`, { throwIfNoEntry: false });
  return info && stampFrom(info);
}

// "wx" follows no link: what a skill brought under this name is never written through. Making a file is the dearest step of a
// first start, so that it is left to other threads.
async function writeNew(path: string, text: string): Promise<MarkerStamp> {
  await using file = await open(path, "wx", 0o644);
  await file.writeFile(text);
  return stampFrom(await file.stat());
}

function stampFrom({ size, mtimeMs, ino }: Stats): MarkerStamp {
  return [size, mtimeMs, ino];
}

/** More than any skill holds. */
const MAX_FILES = 20_000;

/** The bytes of all files of a skill, without its marker. What went in between counts nothing. */
export function folderSize(folder: string): number {
  let [size, files] = [0, 0];
  const visit = (prefix: string): void => {
    for (const entry of readdirSync(prefix, { withFileTypes: true })) {
      if (files > MAX_FILES) return;
      const path = `${prefix}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (path !== `${folder}/${MARKER_FILE}`) {
        size += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
        files += 1;
      }
    }
  };
  try {
    visit(folder);
  } catch {
    // A folder that cannot be read is looked at again when it can.
  }
  return size;
}
