import { setImmediate as nextTurn } from "node:timers/promises";
import type { CatalogueEntry } from "../catalogue/catalogue-entry.ts";
import type { IndexShelf } from "../catalogue/stored-index.ts";
import { folderSize } from "./folder-size.ts";
import { type Marker, markedEmbedder, sameMark } from "./marker.ts";
import { type MarkerStamp, readMarker, removeMarker, stampOf, writeMarker } from "./marker-file.ts";

export type MarkedSkill = Pick<CatalogueEntry, "folder" | "level" | "sha256">;

export interface MarkReport {
  /** Skills whose markers said what is the case. */
  readonly valid: number;
  /** Markers that were missing, out of date or damaged, and are made anew. */
  readonly made: number;
  readonly removed: number;
}

/** The markers of all skills: in their folders, and in the store for folders that are not ours to write to. */
export interface VectorizedMarks {
  /** Call it when every one of these skills has a vector of that embedder. */
  update(skills: readonly MarkedSkill[], embedderId: string): Promise<MarkReport>;
}

/** What is remembered of a marker: with the stamp of its file, or without one when only the store has it. */
interface KnownMark {
  readonly marker: Marker;
  readonly stamp?: MarkerStamp;
}

const SHELF = "skill-markers";
const KEY = "all";
const MARKS_VERSION = 1;
const TURN_EVERY = 256;
/**
 * How many folders are measured whole at each update, another part each time. The vector hangs on the main file alone,
 * which is compared always; sizes only keep the markers true.
 */
const MEASURED_AT_ONCE = 500;

export function createVectorizedMarks(shelf: IndexShelf): VectorizedMarks {
  let known: Map<string, KnownMark> | undefined;

  /** What is known of the marker, when it says what is the case. */
  function stillValid(skill: MarkedSkill, embedder: string, measure: boolean): KnownMark | undefined {
    const { folder, sha256 } = skill;
    const mark = known?.get(folder);
    if (mark === undefined || mark.marker.contentHash !== sha256 || mark.marker.embedder !== embedder)
      return undefined;
    if (mark.stamp !== undefined && !sameStamp(mark.stamp, stampOf(folder))) return undefined;
    return measure && folderSize(folder) !== mark.marker.size ? undefined : mark;
  }

  /** Reads the marker itself, and makes it anew unless it is right. */
  function renew(skill: MarkedSkill, embedder: string): { mark: KnownMark; made: boolean } {
    const { folder, sha256: contentHash } = skill;
    const fields = { version: 1 as const, size: folderSize(folder), contentHash, embedder };
    const stamp = isOurs(skill) ? stampOf(folder) : undefined;
    const found = stamp === undefined ? known?.get(folder)?.marker : readMarker(folder);
    if (found !== undefined && sameMark(found, fields) && (stamp !== undefined || !isOurs(skill)))
      return { mark: withStamp(found, stamp), made: false };
    const marker: Marker = { ...fields, time: new Date().toISOString() };
    return { mark: withStamp(marker, isOurs(skill) ? writeMarker(folder, marker) : undefined), made: true };
  }

  return {
    async update(skills, embedderId) {
      known ??= await readKnown(shelf);
      const embedder = markedEmbedder(embedderId);
      const next = new Map<string, KnownMark>();
      const first = Math.floor(Math.random() * Math.max(1, skills.length - MEASURED_AT_ONCE + 1));
      let [made, changed] = [0, false];
      for (const [index, skill] of skills.entries()) {
        const measure = index >= first && index < first + MEASURED_AT_ONCE;
        const valid = stillValid(skill, embedder, measure);
        const renewed = valid === undefined ? renew(skill, embedder) : { mark: valid, made: false };
        if (renewed.made) made += 1;
        if (valid === undefined) changed = true;
        next.set(skill.folder, renewed.mark);
        if (index % TURN_EVERY === TURN_EVERY - 1) await nextTurn();
      }
      const gone = [...known].filter(([folder]) => !next.has(folder));
      for (const [folder, { stamp }] of gone) if (stamp !== undefined) removeMarker(folder);
      known = next;
      if (changed || gone.length > 0)
        await shelf.put(SHELF, KEY, { version: MARKS_VERSION, marks: [...next].map(toLine) });
      return { valid: skills.length - made, made, removed: gone.length };
    },
  };
}

/** Only what was installed may be written to; what others brought is theirs. */
function isOurs({ level }: MarkedSkill): boolean {
  return level === "user";
}

function withStamp(marker: Marker, stamp: MarkerStamp | undefined): KnownMark {
  return stamp === undefined ? { marker } : { marker, stamp };
}

function sameStamp(a: MarkerStamp, b: MarkerStamp | undefined): boolean {
  return b !== undefined && a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

async function readKnown(shelf: IndexShelf): Promise<Map<string, KnownMark>> {
  const stored = await shelf.get(SHELF, KEY);
  if (typeof stored !== "object" || stored === null || !("version" in stored) || !("marks" in stored))
    return new Map();
  if (stored.version !== MARKS_VERSION || !Array.isArray(stored.marks)) return new Map();
  return new Map(stored.marks.map((line) => fromLine(String(line))));
}

/** One text for each: ten thousand are read in half the time that as many objects take. */
function toLine([folder, { marker, stamp }]: readonly [string, KnownMark]): string {
  const { size, contentHash, embedder, time } = marker;
  return [size, contentHash, embedder, time, stamp?.join(":") ?? "", folder].join(" ");
}

function fromLine(line: string): [string, KnownMark] {
  const [size, contentHash = "", embedder = "", time = "", stamps = "", ...folder] = line.split(" ");
  const marker: Marker = { version: 1, size: Number(size), contentHash, embedder, time };
  const [bytes = 0, modified = 0, inode = 0] = stamps.split(":").map(Number);
  return [folder.join(" "), withStamp(marker, stamps === "" ? undefined : [bytes, modified, inode])];
}
