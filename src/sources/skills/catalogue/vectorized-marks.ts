import { setImmediate as nextTurn } from "node:timers/promises";
import type { CatalogueEntry, IndexStore } from "./catalogue-entry.ts";
import {
  folderSize,
  type Marker,
  type MarkerStamp,
  markedEmbedder,
  readMarker,
  removeMarker,
  sameMark,
  stampOf,
  writeMarker,
} from "./marker.ts";

type MarkedSkill = Pick<CatalogueEntry, "folder" | "level" | "sha256">;

/** The result of updating the markers. */
export interface MarkReport {
  /** Skills whose markers were right. */
  readonly valid: number;
  /** Markers that were missing, outdated or damaged, and were written again. */
  readonly made: number;
  readonly removed: number;
}

/** The markers of all skills: in their folders, and in the store for folders that we must not write to. */
interface VectorizedMarks {
  /** Call it when all of these skills have a vector of that embedder. */
  update(skills: readonly MarkedSkill[], embedderId: string): Promise<MarkReport>;
}

const COLLECTION = "skill-markers";
const KEY = "all";
const MARKS_VERSION = 2;
const END = "\n";
const TURN_EVERY = 256;
const CONCURRENT_WRITES = 64;
/**
 * How many folders are measured at each update, another part each time. The vector depends on the main file alone, which is
 * always compared; the sizes only keep the markers accurate.
 */
const MEASURED_PER_UPDATE = 300;

/** Opens the markers of all skills. */
export function createVectorizedMarks(storage: IndexStore): VectorizedMarks {
  /** One line per folder. Only lines that may be outdated are parsed. */
  let known: Map<string, string> | undefined;

  /** The known line of a skill's marker. Returns `undefined` if it may be outdated. */
  function stillValid(
    { folder, sha256 }: MarkedSkill,
    embedder: string,
    measure: boolean,
  ): string | undefined {
    const line = known?.get(folder);
    const says = line === undefined ? undefined : stampIn(line, sha256, embedder);
    if (line === undefined || says === undefined) return undefined;
    if (says.stamped && !says.hasStamp(stampText(stampOf(folder)))) return undefined;
    return measure && folderSize(folder) !== readLine(line).marker.size ? undefined : line;
  }

  /** Reads the marker itself, and writes it again unless it is right. */
  async function renew(skill: MarkedSkill, embedder: string): Promise<{ mark: KnownMark; made: boolean }> {
    const { folder, sha256: contentHash } = skill;
    const fields = { version: 1 as const, size: folderSize(folder), contentHash, embedder };
    const stamp = isOurs(skill) ? stampOf(folder) : undefined;
    const line = known?.get(folder);
    const found =
      stamp !== undefined ? readMarker(folder) : line === undefined ? undefined : readLine(line).marker;
    if (found !== undefined && sameMark(found, fields) && (stamp !== undefined || !isOurs(skill)))
      return { mark: withStamp(found, stamp), made: false };
    const marker: Marker = { ...fields, time: new Date().toISOString() };
    const written = isOurs(skill) ? await writeMarker(folder, marker) : undefined;
    return { mark: withStamp(marker, written), made: true };
  }

  return {
    async update(skills, embedderId) {
      known ??= await readKnown(storage);
      const embedder = markedEmbedder(embedderId);
      const next = new Map<string, string>();
      const first = Math.floor(Math.random() * Math.max(1, skills.length - MEASURED_PER_UPDATE + 1));
      const doubtful: MarkedSkill[] = [];
      for (const [index, skill] of skills.entries()) {
        const measure = index >= first && index < first + MEASURED_PER_UPDATE;
        const valid = stillValid(skill, embedder, measure);
        if (valid === undefined) doubtful.push(skill);
        // Also for doubtful ones, so that the order of the skills is kept.
        next.set(skill.folder, valid ?? "");
        if (index % TURN_EVERY === TURN_EVERY - 1) await nextTurn();
      }
      let made = 0;
      for (let index = 0; index < doubtful.length; index += CONCURRENT_WRITES) {
        await Promise.all(
          doubtful.slice(index, index + CONCURRENT_WRITES).map(async (skill) => {
            const renewed = await renew(skill, embedder);
            if (renewed.made) made += 1;
            next.set(skill.folder, markLine(renewed.mark));
          }),
        );
      }
      const gone = [...known].filter(([folder]) => !next.has(folder));
      for (const [folder, line] of gone) if (readLine(line).stamp !== undefined) removeMarker(folder);
      known = next;
      if (doubtful.length > 0 || gone.length > 0)
        await storage.put(COLLECTION, KEY, {
          version: MARKS_VERSION,
          // One text for all is read much faster than ten thousand.
          folders: [...next.keys()].join(END),
          marks: [...next.values()].join(END),
        });
      return { valid: skills.length - made, made, removed: gone.length };
    },
  };
}

/** Only installed skills may be written to. */
function isOurs({ level }: MarkedSkill): boolean {
  return level === "user";
}

function withStamp(marker: Marker, stamp: MarkerStamp | undefined): KnownMark {
  return stamp === undefined ? { marker } : { marker, stamp };
}

async function readKnown(storage: IndexStore): Promise<Map<string, string>> {
  const stored = await storage.get(COLLECTION, KEY);
  const none = new Map<string, string>();
  if (typeof stored !== "object" || stored === null || !("version" in stored)) return none;
  if (stored.version !== MARKS_VERSION || !("folders" in stored) || !("marks" in stored)) return none;
  if (stored.folders === "") return none;
  const [folders, lines] = [String(stored.folders).split(END), String(stored.marks).split(END)];
  // A folder with a line end in its name would shift the lines after it: then the markers themselves are read.
  if (folders.length !== lines.length) return none;
  return new Map(folders.map((folder, place) => [folder, lines[place] ?? ""]));
}

/** A known marker, with the stamp of its file. Without a stamp, only the store has it. */
interface KnownMark {
  readonly marker: Marker;
  readonly stamp?: MarkerStamp;
}

/** A marker as one line. No field contains a space. The fields that every start compares come first. */
function markLine({ marker, stamp }: KnownMark): string {
  const { contentHash, embedder, size, time } = marker;
  return `${contentHash} ${embedder} ${stampText(stamp)} ${size} ${time}`;
}

/** A stamp as text; empty for `undefined`. */
function stampText(stamp: MarkerStamp | undefined): string {
  return stamp === undefined ? "" : `${stamp[0]}:${stamp[1]}:${stamp[2]}`;
}

/** The stamp in a line of the index. Returns `undefined` if the line is for other content or another embedder. */
function stampIn(
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

/** Parses a line. */
function readLine(line: string): KnownMark {
  const [contentHash = "", embedder = "", stamps = "", size, time = ""] = line.split(" ");
  const marker: Marker = { version: 1, size: Number(size), contentHash, embedder, time };
  const [bytes = 0, modified = 0, inode = 0] = stamps.split(":").map(Number);
  return stamps === "" ? { marker } : { marker, stamp: [bytes, modified, inode] };
}
