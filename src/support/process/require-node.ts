const LEAST = 24;

/** Throws a clear error if Node is too old, before a missing feature causes an obscure one. */
export function requireNode(version: string = process.versions.node): void {
  if (Number.parseInt(version, 10) < LEAST)
    throw new Error(`Cannot run on Node ${version}: Dejima needs Node ${LEAST} or newer`);
}
