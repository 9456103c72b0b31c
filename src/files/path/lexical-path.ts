import { posix } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { isInside } from "../../support/is-inside.ts";
import { pathHazard } from "./path-hazard.ts";
import { pathReadings } from "./path-readings.ts";
import { printable, quotePath } from "./quote-path.ts";

/** The folders a path may lie in: absolute, without links and dots. */
export interface PathRoots {
  /** What a relative path is relative to. */
  readonly workspace: string;
  readonly allowed: readonly string[];
}

const MAX_LENGTH = 4096;

/**
 * Gives a path its one absolute spelling, from its text alone. Refuses every text that leads outside the allowed folders
 * under any reading (encodings, look-alikes, Windows or shell rules), even where this system would take it for a plain
 * name: what passes here means the same to whoever handles it later.
 */
export function lexicalPath(path: string, roots: PathRoots): string {
  if (path.length > MAX_LENGTH) throw blocked(path, `it is longer than ${MAX_LENGTH} characters`, roots);
  const spelled = spell(path, path.normalize("NFC"), roots);
  // Without its dots the text may have other readings: what comes out must pass, too.
  return spelled === path ? spelled : spell(path, spelled, roots);
}

function spell(path: string, text: string, roots: PathRoots): string {
  const root = roots.allowed.find((folder) => isSpelledBelow(text, folder));
  const base = root ?? roots.workspace;
  const rest = root === undefined ? text : text.slice(root.length).replace(/^\/+/, "");
  const readings = pathReadings(rest);
  const hazard = pathHazard(readings, root === undefined);
  if (hazard !== undefined) throw blocked(path, hazard, roots);
  for (const reading of readings.all) {
    if (escapes(reading, base, roots.allowed))
      throw blocked(path, "it leads outside the allowed folders", roots);
  }
  return posix.resolve(base, rest);
}

/** About the text as it is written: its dots have not been resolved yet. */
function isSpelledBelow(text: string, folder: string): boolean {
  return text === folder || text.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** The error for a path that is refused, with what would work. */
export function blocked(path: string, why: string, roots: PathRoots): DejimaError {
  const folders = roots.allowed.map((folder) => quotePath(folder)).join(" or ");
  return new DejimaError(
    "path_blocked",
    `Cannot use ${quotePath(path)}: ${why}. Use a plain path inside ${folders === "" ? "an allowed folder (none is set)" : folders}`,
    { path: printable(path), why },
  );
}

function escapes(reading: string, base: string, allowed: readonly string[]): boolean {
  // A leading backslash is the root of a drive or a server's name; two slashes are a server's name.
  if (/^(?:\\|\/\/|[a-z]:[/\\])/i.test(reading)) return true;
  const asWindows = reading.replaceAll("\\", "/").split("/").map(windowsSegment).join("/");
  return [reading, asWindows].some((text) => {
    const resolved = posix.resolve(base, text);
    return !allowed.some((folder) => isInside(resolved, folder));
  });
}

/** Windows drops blanks at the end of a name, so that dots among blanks can become "..". */
function windowsSegment(segment: string): string {
  const bare = segment.replace(/\s/g, "");
  if (bare === segment) return segment;
  return /^\.{2,}$/.test(bare) ? ".." : /^\.?$/.test(bare) ? "." : segment;
}
