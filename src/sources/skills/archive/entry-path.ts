import { DejimaError } from "../../../contract/error.ts";
import { holdsControl, holdsUnseen } from "../../../text/unseen.ts";
import { visibleLine } from "../../../text/visible-text.ts";

/** No skill needs more levels, and some file systems cannot remove what lies deeper. */
const MAX_DEPTH = 16;
const MAX_NAME_BYTES = 200;
/** Names that mean a device on Windows, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * The path of an archive entry as segments below the archive's root. Refuses everything that means another place on some
 * system: `..` in any width, absolute paths, drive letters, backslashes, streams, device names, control characters.
 */
export function entrySegments(path: string): string[] {
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

function unsafe(path: string, reason: string): DejimaError {
  const shown = path.length > 120 ? `${path.slice(0, 120)}…` : path;
  return new DejimaError("skill_invalid", `Cannot unpack "${visibleLine(shown)}": ${reason}`, {
    path: shown,
  });
}
