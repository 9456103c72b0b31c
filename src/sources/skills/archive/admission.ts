import { DejimaError } from "../../../contract/error.ts";
import { holdsControl, holdsUnseen } from "../../../text/unseen.ts";
import { visibleLine } from "../../../text/visible-text.ts";

/** How large a skill may be. Sizes are counted while unpacking: what an archive says of itself is not believed. */
export interface SkillLimits {
  readonly maxEntries: number;
  readonly maxFileBytes: number;
  readonly maxTotalBytes: number;
  /** How many times larger than the archive the content may be. */
  readonly maxRatio: number;
}

export const SKILL_LIMITS: SkillLimits = {
  maxEntries: 2000,
  maxFileBytes: 20 * 1024 * 1024,
  maxTotalBytes: 50 * 1024 * 1024,
  maxRatio: 100,
};

/** One file or folder of an archive. Links, devices and pipes never become one: readers refuse them. */
export interface ArchiveEntry {
  readonly path: string;
  readonly type: "file" | "directory";
  readonly executable: boolean;
  /** The bytes of a file, as they really are. Nothing is opened before the first of them is asked for. */
  content(): AsyncIterable<Uint8Array>;
}

/** Called for each entry in turn; the reader waits for it. */
export type VisitEntry = (entry: ArchiveEntry) => Promise<void>;

/** Below this many bytes the ratio says nothing: a few repeated lines compress a hundredfold. */
const RATIO_FROM_BYTES = 4 * 1024 * 1024;

/** Decides entry by entry and byte by byte whether an archive may go on. */
export interface Admission {
  /** The entry's path in segments; throws when it may not be written, or is already there under some spelling. */
  admitPath(path: string, type: "file" | "directory"): string[];
  /** Counts bytes of the file that is being written. */
  admitBytes(path: string, fileBytes: number, newBytes: number): void;
}

export function createAdmission(limits: SkillLimits, archiveBytes = Number.POSITIVE_INFINITY): Admission {
  const seen = new Map<string, "file" | "directory">();
  let [entries, total] = [0, 0];
  const claim = (segments: readonly string[], type: "file" | "directory") => {
    const key = foldedKey(segments);
    const known = seen.get(key);
    if (known !== undefined && (known === "file" || type === "file")) throw collision(segments.join("/"));
    seen.set(key, type);
  };
  return {
    admitPath(path, type) {
      entries += 1;
      if (entries > limits.maxEntries) throw tooMany(limits.maxEntries);
      const segments = entrySegments(path);
      for (let depth = 1; depth < segments.length; depth++) claim(segments.slice(0, depth), "directory");
      if (segments.length > 0) claim(segments, type);
      return segments;
    },
    admitBytes(path, fileBytes, newBytes) {
      total += newBytes;
      if (fileBytes > limits.maxFileBytes)
        throw tooLarge(`"${path}" is larger than ${limits.maxFileBytes} bytes`);
      if (total > limits.maxTotalBytes)
        throw tooLarge(`it unpacks to more than ${limits.maxTotalBytes} bytes`);
      if (total > RATIO_FROM_BYTES && total > archiveBytes * limits.maxRatio) {
        throw tooLarge(`it unpacks to more than ${limits.maxRatio} times its size`);
      }
    },
  };
}

/** Equal for names that some file system takes for one: other case, other Unicode form. */
function foldedKey(segments: readonly string[]): string {
  return segments.join("/").normalize("NFKC").toLowerCase().normalize("NFKC");
}

/** No skill needs more levels, and some file systems cannot remove what lies deeper. */
const MAX_DEPTH = 16;

const MAX_NAME_BYTES = 200;

/** Names that mean a device on Windows, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * The path of an archive entry as segments below the archive's root. Refuses everything that means another place on some
 * system: `..` in any width, absolute paths, drive letters, backslashes, streams, device names, control characters.
 */
function entrySegments(path: string): string[] {
  if (/[\\:]/.test(path) || holdsControl(path))
    throw unsafe(path, "it holds a character that is special on some systems");
  // Turned round, `gpj.sh` is shown as `hs.jpg`.
  if (holdsUnseen(path, ["direction", "break"])) throw unsafe(path, "it is shown otherwise than it is");
  if (path.startsWith("/")) throw unsafe(path, "it is absolute");
  const segments = path
    .replace(/\/$/, "")
    .split("/")
    .filter((segment) => segment !== ".");
  if (segments.length > MAX_DEPTH) throw unsafe(path, `it is deeper than ${MAX_DEPTH} folders`);
  for (const segment of segments) {
    if (segment === "" || isUpwards(segment)) throw unsafe(path, "it leaves its folder");
    if (/[. ]$/.test(segment) || DEVICE.test(segment))
      throw unsafe(path, "it means another file on some systems");
    if (Buffer.byteLength(segment) > MAX_NAME_BYTES) throw unsafe(path, "one of its names is too long");
  }
  return segments;
}

/** Dots of other widths, and slashes that become one, are taken for plain ones by some systems. */
function isUpwards(segment: string): boolean {
  return segment.normalize("NFKC").split(/[/\\]/).includes("..");
}

export function badArchive(reason: string, cause?: unknown): DejimaError {
  return new DejimaError("skill_invalid", `Cannot unpack the skill: ${reason}`, {}, { cause });
}

function unsafe(path: string, reason: string): DejimaError {
  const shown = path.length > 120 ? `${path.slice(0, 120)}…` : path;
  return new DejimaError("skill_invalid", `Cannot unpack "${visibleLine(shown)}": ${reason}`, {
    path: shown,
  });
}

function collision(path: string): DejimaError {
  return new DejimaError(
    "skill_invalid",
    `Cannot unpack "${path}": two entries have this name, or names that some systems take for one`,
    { path },
  );
}

function tooMany(limit: number): DejimaError {
  return new DejimaError("too_large", `Cannot unpack the skill: it has more than ${limit} entries`, {
    limit,
  });
}

function tooLarge(reason: string): DejimaError {
  return new DejimaError("too_large", `Cannot unpack the skill: ${reason}`);
}
