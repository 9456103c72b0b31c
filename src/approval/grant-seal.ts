import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Grant } from "../contract/grant.ts";
import { canonicalJson } from "../support/json.ts";
import { sha256 } from "../support/lazy-crypto.ts";

/** Where a run keeps the grants that were given in it, one per line. */
export const GRANTS_FILE = "grants.jsonl";

/** Where a run keeps each of them by its seal, for other machines. */
export const GRANTS_FOLDER = "grants";

/** All that cannot change about a grant, as text. */
export function sealedText({
  id,
  runId,
  approvalId,
  by,
  door,
  createdAt,
  terms,
}: Omit<Grant, "seal">): string {
  return canonicalJson({ id, runId, approvalId, by, door, createdAt, terms });
}

/** The hash of all that cannot change about a grant. */
export function sealOf(grant: Omit<Grant, "seal">): string {
  return sha256(sealedText(grant));
}

/** Where the seals of grants are. */
export interface SealPlace {
  readonly runsFolder: string;
  /** Whether a run at any machine keeps this seal. Default: only this machine's folders count. */
  isSealed?(runId: string, seal: string): Promise<boolean>;
}

/** Whether a grant is the one that was given: it gives its seal, and its run keeps that seal. */
export async function isGenuine(grant: Grant, { runsFolder, isSealed }: SealPlace): Promise<boolean> {
  if (sealOf(grant) !== grant.seal) return false;
  const lines = await readFile(join(runsFolder, grant.runId, GRANTS_FILE), "utf8").catch(() => "");
  const isHere = lines
    .split("\n")
    .some((line) => line.includes(grant.seal) && parsedSeal(line) === grant.seal);
  return isHere || ((await isSealed?.(grant.runId, grant.seal)) ?? false);
}

function parsedSeal(line: string): string | undefined {
  try {
    return sealOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}
