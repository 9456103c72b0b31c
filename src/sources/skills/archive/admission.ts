import { DejimaError } from "../../../contract/error.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import { containsControl, hasHidden } from "../../../text/hidden-characters.ts";
import { shortened } from "../../../text/text-end.ts";
import { visibleLine } from "../../../text/visible-text.ts";

/** How large a skill may be. Sizes are counted during unpacking; the sizes in the archive are ignored. */
export interface SkillLimits {
  readonly maxEntries: number;
  readonly maxFileBytes: number;
  readonly maxTotalBytes: number;
  /** How many times larger than the archive the content may be. */
  readonly maxRatio: number;
}

/** The limits of every skill. */
export const SKILL_LIMITS: SkillLimits = {
  maxEntries: 2000,
  maxFileBytes: 20 * 1024 * 1024,
  maxTotalBytes: 50 * 1024 * 1024,
  maxRatio: 100,
};

/** A file or folder of an archive. Readers refuse links, devices and pipes. */
export interface ArchiveEntry {
  readonly path: string;
  readonly type: "file" | "directory";
  readonly executable: boolean;
  /** The bytes of a file. The file is opened when the first chunk is read. */
  content(): AsyncIterable<Uint8Array>;
}

/** Called for each entry in turn; the reader waits for it. */
export type VisitEntry = (entry: ArchiveEntry) => Promise<void>;

/** The ratio is not checked below this size: a few repeated lines compress a hundredfold. */
const RATIO_FROM_BYTES = 4 * 1024 * 1024;

/** Checks every entry and every byte of an archive while it is unpacked. */
export interface Admission {
  /** Returns the segments of the path. Throws if it is not safe, or already exists under some spelling. */
  admitPath(path: string, type: "file" | "directory"): string[];
  /** Counts bytes of the current file. Throws if a limit is exceeded. */
  admitBytes(path: string, fileBytes: number, newBytes: number): void;
}

/** Starts the checks of one archive, or of a folder if there is no archive. */
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

/** Equal for names that some file systems treat as the same: other case, other Unicode form. */
function foldedKey(segments: readonly string[]): string {
  return segments.join("/").normalize("NFKC").toLowerCase().normalize("NFKC");
}

/** No skill needs more levels, and some file systems cannot delete deeper ones. */
const MAX_DEPTH = 16;

const MAX_NAME_BYTES = 200;

/** Names that mean a device on Windows, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Splits the path of an archive entry into segments below the root. Refuses every path that leads elsewhere on some system:
 * `..` in any width, absolute paths, drive letters, backslashes, streams, device names, control characters.
 */
function entrySegments(path: string): string[] {
  if (/[\\:]/.test(path) || containsControl(path))
    throw unsafe(path, "it contains a character that is special on some systems");
  // With a change of direction, `gpj.sh` is displayed as `hs.jpg`.
  if (hasHidden(path, ["direction", "break"]))
    throw unsafe(path, "it contains characters that change how it is displayed");
  if (path.startsWith("/")) throw unsafe(path, "it is absolute");
  const segments = path
    .replace(/\/$/, "")
    .split("/")
    .filter((segment) => segment !== ".");
  if (segments.length > MAX_DEPTH) throw unsafe(path, `it is deeper than ${MAX_DEPTH} folders`);
  for (const segment of segments) {
    if (segment === "" || isUpwards(segment)) throw unsafe(path, "it leaves its folder");
    if (/[. ]$/.test(segment) || DEVICE.test(segment))
      throw unsafe(path, "it names another file on some systems");
    if (Buffer.byteLength(segment) > MAX_NAME_BYTES) throw unsafe(path, "one of its names is too long");
  }
  return segments;
}

/** Some systems treat dots and slashes of other widths as plain ones. */
function isUpwards(segment: string): boolean {
  return segment.normalize("NFKC").split(/[/\\]/).includes("..");
}

/** An error for an archive that cannot be unpacked. */
export function badArchive(reason: string, cause?: unknown): DejimaError {
  return new DejimaError("skill_invalid", `Cannot unpack the skill: ${reason}`, {}, { cause });
}

/** Wraps an error of an archive reader. Dejima's errors, and errors of the disk that is written to, are returned unchanged. */
export function readError(format: "tar" | "zip", error: unknown): unknown {
  const isOurs = error instanceof DejimaError || (error instanceof Error && "syscall" in error);
  return isOurs ? error : badArchive(`the ${format} is damaged or hostile: ${thrownText(error)}`, error);
}

function unsafe(path: string, reason: string): DejimaError {
  const shown = shortened(path, 120);
  return new DejimaError("skill_invalid", `Cannot unpack "${visibleLine(shown)}": ${reason}`, {
    path: shown,
  });
}

function collision(path: string): DejimaError {
  return new DejimaError(
    "skill_invalid",
    `Cannot unpack "${path}": two entries have this name, or names that some systems treat as the same`,
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
