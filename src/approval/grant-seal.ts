import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Grant } from "../contract/grant.ts";
import { canonicalJson } from "../support/json.ts";
import { sha256 } from "../support/lazy-crypto.ts";

/** Where a run keeps the grants that were given in it, one per line. */
export const GRANTS_FILE = "grants.jsonl";

/** The hash of all that cannot change about a grant. */
export function sealOf({ id, runId, approvalId, by, door, createdAt, terms }: Omit<Grant, "seal">): string {
  return sha256(canonicalJson({ id, runId, approvalId, by, door, createdAt, terms }));
}

/** Whether a grant is the one that was given: it gives its seal, and the folder of its run holds that seal. */
export async function isGenuine(grant: Grant, runsFolder: string): Promise<boolean> {
  if (sealOf(grant) !== grant.seal) return false;
  const lines = await readFile(join(runsFolder, grant.runId, GRANTS_FILE), "utf8").catch(() => "");
  return lines.split("\n").some((line) => line.includes(grant.seal) && parsedSeal(line) === grant.seal);
}

function parsedSeal(line: string): string | undefined {
  try {
    return sealOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}
