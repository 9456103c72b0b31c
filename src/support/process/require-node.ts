const LEAST = 24;

/** Throws on a Node that is too old, before a missing part of it does with words that nobody understands. */
export function requireNode(version: string = process.versions.node): void {
  if (Number.parseInt(version, 10) < LEAST)
    throw new Error(`Cannot run on Node ${version}: Dejima needs Node ${LEAST} or newer`);
}
