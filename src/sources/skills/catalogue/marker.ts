import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
} from "node:fs";
import { open } from "node:fs/promises";
import { z } from "zod";
import { fileErrorCode } from "../file-error.ts";

/** The file in a skill's folder that says what its vector was made from. It is not hashed, scanned or packed. */
export const MARKER_FILE = ".vectorized.json";

// The fields are so narrow that the file, which is not hashed, cannot carry anything else.
const markerSchema = z.strictObject({
  version: z.literal(1),
  /** Bytes of all files of the skill. */
  size: z.int().nonnegative(),
  /** SHA-256 of the main file, from which the vector is made. */
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
  embedder: z.string().regex(/^[\w.:@/+-]{1,200}$/),
  time: z.iso.datetime(),
});

/** The content of a marker file. */
export type Marker = z.infer<typeof markerSchema>;

/** The maximum length of a marker. */
const MAX_MARKER_BYTES = 600;

/** Parses the text of a marker. Returns `undefined` if it is not exactly one. */
function parseMarker(text: string): Marker | undefined {
  if (text.length > MAX_MARKER_BYTES) return undefined;
  try {
    return markerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function markerText(marker: Marker): string {
  return `${JSON.stringify(marker)}\n`;
}

/** The id of an embedder in the characters that a marker allows. */
export function markedEmbedder(id: string): string {
  return id.replaceAll(/[^\w.:@/+-]/g, "_").slice(0, 200);
}

/** Whether two markers are equal except for their time. */
export function sameMark(a: Marker | undefined, b: Omit<Marker, "time">): boolean {
  return a !== undefined && a.size === b.size && a.contentHash === b.contentHash && a.embedder === b.embedder;
}

/** Equal stamps mean an unchanged marker. */
export type MarkerStamp = readonly [size: number, modified: number, inode: number];

const MARKER_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reads the marker in a skill's folder. Returns `undefined` if there is no valid one. */
export function readMarker(folder: string): Marker | undefined {
  let file: number | undefined;
  try {
    file = openSync(`${folder}/${MARKER_FILE}`, MARKER_FLAGS);
    const info = fstatSync(file);
    // We never write an executable marker.
    if (!info.isFile() || info.size > MAX_MARKER_BYTES || (info.mode & 0o111) !== 0) return undefined;
    return parseMarker(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Writes the marker, replacing any file of its name. Returns its stamp, or `undefined` if the folder is not writable. */
export async function writeMarker(folder: string, marker: Marker): Promise<MarkerStamp | undefined> {
  try {
    // The target of a linked skill belongs to somebody else.
    if (lstatSync(folder).isSymbolicLink()) return undefined;
    const path = `${folder}/${MARKER_FILE}`;
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) rmSync(path);
    return await writeNew(path, markerText(marker));
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Deletes the marker. The folder may be gone already. */
export function removeMarker(folder: string): void {
  try {
    rmSync(`${folder}/${MARKER_FILE}`, { force: true });
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
  }
}

/** The stamp of the marker file. Returns `undefined` if the file does not exist. */
export function stampOf(folder: string): MarkerStamp | undefined {
  const info = lstatSync(`${folder}/${MARKER_FILE}`, { throwIfNoEntry: false });
  return info && stampFrom(info);
}

// "wx" follows no link, so a link of this name in a skill is never written through. Creating files is the slowest step of a
// first start, so it is asynchronous.
async function writeNew(path: string, text: string): Promise<MarkerStamp> {
  await using file = await open(path, "wx", 0o644);
  await file.writeFile(text);
  return stampFrom(await file.stat());
}

function stampFrom({ size, mtimeMs, ino }: Stats): MarkerStamp {
  return [size, mtimeMs, ino];
}

/** No real skill has this many files. */
const MAX_FILES = 20_000;

/** The bytes of all files of a skill, without its marker. A file that disappears meanwhile counts 0. */
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
    // An unreadable folder is measured again later.
  }
  return size;
}
