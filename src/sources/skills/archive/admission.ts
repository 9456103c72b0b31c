import { DejimaError } from "../../../contract/error.ts";
import { entrySegments } from "./entry-path.ts";

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
