import { holdsControl, holdsUnseen } from "../../text/unseen.ts";
import type { PathReadings } from "./path-readings.ts";

const DEVICE = /^(?:CON|PRN|AUX|NUL|CLOCK\$|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9\u00b9\u00b2\u00b3])$/i;
const SHELL = /\$[{(]|`|%(?![0-9A-Fa-f]{2}%)[A-Za-z_][A-Za-z0-9_() ]*%/;
/** Lowercase ones pass: `routes/$postId/page.tsx` is a name in use. */
const VARIABLE = /\$[A-Z_][A-Z0-9_]*(?=$|[/\\])/;
const LEADING_VARIABLE = /^\$(?:[A-Z_][A-Z0-9_]*(?![a-z])|[A-Za-z_][A-Za-z0-9_]*(?=$|[/\\]))/;

/**
 * Names what makes the text of a path mean something else than a file below a folder: in a shell, on Windows, or to a
 * program that cuts at control characters. `atStart` tells whether the text begins the path, where `~` expands.
 */
export function pathHazard(readings: PathReadings, atStart: boolean): string | undefined {
  if (!readings.complete) return "it is encoded too many times";
  for (const text of readings.all) {
    if (holdsControl(text) || holdsUnseen(text, ["break", "direction", "broken"]))
      return "it holds control characters";
    if (text.split(/[/\\]/).some(isDeviceName)) return "it holds a name that is a device on Windows";
  }
  for (const text of readings.decoded) {
    if (/^file:/i.test(text)) return "it is a URL, not a path";
    if (text.includes(":")) return 'it holds ":", which marks a drive or a hidden stream on Windows';
    if (atStart && text.startsWith("~")) return '"~" stands for a home folder';
    if (SHELL.test(text) || VARIABLE.test(text) || (atStart && LEADING_VARIABLE.test(text))) {
      return "it holds what a shell would replace";
    }
  }
  return undefined;
}

function isDeviceName(segment: string): boolean {
  const [base = ""] = segment.split(/[.:]/);
  return DEVICE.test(base.trim());
}
