import { visibleLine } from "../../text/visible-text.ts";

const MAX_SHOWN = 200;

/** A path in quotes, for messages. */
export function quotePath(path: string): string {
  return `"${printable(path)}"`;
}

/** A path for people to read: cut when long, on one line, with nothing invisible in it. */
export function printable(path: string): string {
  return visibleLine(path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path);
}
