import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Grant } from "../contract/asking/grant.ts";
import { canonicalJson } from "../support/json.ts";
import { sha256 } from "../support/lazy-crypto.ts";

/** The file in a run's folder with the grants given in it, one per line. */
export const GRANTS_FILE = "grants.jsonl";

/** The folder with each of them by its seal, for other machines. */
export const GRANTS_FOLDER = "grants";

/** The immutable parts of a grant, as text. */
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

/** The hash of the immutable parts of a grant. */
export function sealOf(grant: Omit<Grant, "seal">): string {
  return sha256(sealedText(grant));
}

/** Where the seals of grants are stored. */
export interface SealPlace {
  readonly runsFolder: string;
  /** Whether a run on any machine has this seal. Default: only this machine's folders count. */
  isSealed?(runId: string, seal: string): Promise<boolean>;
}

/** Whether a grant is unchanged: it matches its seal, and its run has that seal. */
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
