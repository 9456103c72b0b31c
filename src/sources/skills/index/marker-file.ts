import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
} from "node:fs";
import { open } from "node:fs/promises";
import { fileErrorCode } from "../file-error.ts";
import { MARKER_FILE, MAX_MARKER_BYTES, type Marker, markerText, parseMarker } from "./marker.ts";

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
