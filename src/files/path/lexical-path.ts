import { posix } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { isInside } from "../../support/paths.ts";
import { containsControl, hasHidden } from "../../text/hidden-characters.ts";
import { printable, quotePath } from "../file-errors.ts";
import { type PathReadings, pathReadings } from "./path-readings.ts";

/** The folders that a path may be in: absolute, without links and dots. */
export interface PathRoots {
  /** The base of relative paths. */
  readonly workspace: string;
  readonly allowed: readonly string[];
}

const MAX_LENGTH = 4096;

/** Maximum depth of a path. Each folder in it is checked from the root on: thousands of them would take seconds. */
const MAX_DEPTH = 256;

/**
 * Gives a path its one absolute spelling, from its text alone. Refuses every text that leads outside the allowed folders under any
 * reading (encodings, look-alikes, Windows or shell rules), even if this system takes it for a plain name. So an accepted path
 * means the same to every program that handles it later.
 */
export function lexicalPath(path: string, roots: PathRoots): string {
  if (path.length > MAX_LENGTH) throw blocked(path, `it is longer than ${MAX_LENGTH} characters`, roots);
  if (path.split("/", MAX_DEPTH + 2).length > MAX_DEPTH + 1)
    throw blocked(path, `it goes through more than ${MAX_DEPTH} folders`, roots);
  const spelled = spell(path, path.normalize("NFC"), roots);
  // Without its dots the text may have other readings: the result must pass, too.
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
      throw blocked(path, "it is outside the allowed folders", roots);
  }
  return posix.resolve(base, rest);
}

/** Whether a text as written is below a folder. Its dots are not resolved yet. */
function isSpelledBelow(text: string, folder: string): boolean {
  return text === folder || text.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** The error for a refused path, with a remedy. */
export function blocked(path: string, why: string, roots: PathRoots): DejimaError {
  const folders = roots.allowed.map((folder) => quotePath(folder)).join(" or ");
  return new DejimaError(
    "path_blocked",
    `Cannot use ${quotePath(path)}: ${why}. Use a plain path inside ${folders === "" ? "an allowed folder (none is set)" : folders}`,
    { path: printable(path), why },
  );
}

function escapes(reading: string, base: string, allowed: readonly string[]): boolean {
  // A leading backslash is the root of a drive or a server's name. Two slashes are a server's name.
  if (/^(?:\\|\/\/|[a-z]:[/\\])/i.test(reading)) return true;
  const asWindows = reading.replaceAll("\\", "/").split("/").map(windowsSegment).join("/");
  return [reading, asWindows].some((text) => {
    const resolved = posix.resolve(base, text);
    return !allowed.some((folder) => isInside(resolved, folder));
  });
}

const DEVICE = /^(?:CON|PRN|AUX|NUL|CLOCK\$|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9\u00b9\u00b2\u00b3])$/i;

const SHELL = /\$[{(]|`|%(?![0-9A-Fa-f]{2}%)[A-Za-z_][A-Za-z0-9_() ]*%/;

/** Lowercase ones are allowed: `routes/$postId/page.tsx` is in common use. */
const VARIABLE = /\$[A-Z_][A-Z0-9_]*(?=$|[/\\])/;

const LEADING_VARIABLE = /^\$(?:[A-Z_][A-Z0-9_]*(?![a-z])|[A-Za-z_][A-Za-z0-9_]*(?=$|[/\\]))/;

/**
 * Why the text of a path means something else than a file below a folder: in a shell, on Windows, or to a program that cuts at
 * control characters. `atStart`: whether the text begins the path, where `~` is expanded.
 */
function pathHazard(readings: PathReadings, atStart: boolean): string | undefined {
  if (!readings.complete) return "it is encoded too many times";
  for (const text of readings.all) {
    if (containsControl(text) || hasHidden(text, ["break", "direction", "broken"]))
      return "it contains control characters";
    if (text.split(/[/\\]/).some(isDeviceName)) return "it contains a name that is a device on Windows";
  }
  for (const text of readings.decoded) {
    if (/^file:/i.test(text)) return "it is a URL, not a path";
    if (text.includes(":")) return 'it contains ":", which marks a drive or a hidden stream on Windows';
    if (atStart && text.startsWith("~")) return '"~" means a home folder';
    if (SHELL.test(text) || VARIABLE.test(text) || (atStart && LEADING_VARIABLE.test(text))) {
      return "it contains what a shell would replace";
    }
  }
  return undefined;
}

function isDeviceName(segment: string): boolean {
  const [base = ""] = segment.split(/[.:]/);
  return DEVICE.test(base.trim());
}

/** Windows drops blanks at the end of a name, so that dots among blanks can become "..". */
function windowsSegment(segment: string): string {
  const bare = segment.replace(/\s/g, "");
  if (bare === segment) return segment;
  return /^\.{2,}$/.test(bare) ? ".." : /^\.?$/.test(bare) ? "." : segment;
}
