import { existsSync } from "node:fs";
import { z } from "zod";
import { sha256 } from "../../support/lazy-crypto.ts";
import { unsealRecord } from "../log/log-record.ts";
import { readLogLines } from "../log/read-log.ts";

/** The file in the home that chains the heads of all its runs. */
export const HEADS_FILE = "heads.jsonl";

/** The file in the home that stores the witnesses' receipts. */
export const RECEIPTS_FILE = "heads-receipts.jsonl";

/** Hashed in place of the previous record at the start of the chain. */
export const HEADS_GENESIS = "dejima heads";

/** The end of a finished run's log: the number of records, and the hash of the last one. */
export interface RunHead {
  readonly runId: string;
  readonly records: number;
  readonly head: string;
  /** Set if the run's process stopped before it could chain the head, and another process did so later. */
  readonly late?: boolean;
}

/** The end of the chain of heads, which covers every head before it. */
export interface ChainTip {
  /** The number of records in the chain. */
  readonly records: number;
  /** The hash of its last record. */
  readonly hash: string;
  readonly at: string;
}

/** A signature in the chain: it covers every record before its own. */
interface ChainSignature {
  readonly key: string;
  readonly covers: string;
  readonly signature: string;
  /** The number of records that it covers. */
  readonly records: number;
}

/** A head with its place in the chain. */
type ChainedHead = RunHead & { readonly place: number; readonly at: string };

/** A note in the chain that the log of a run was pruned. It has its own signature, so that none can be forged before the chain's next one. */
export interface PruneNote {
  readonly runId: string;
  /** The end of its log. */
  readonly records: number;
  readonly head: string;
  readonly at: string;
  readonly key?: string;
  readonly signature?: string;
  readonly place: number;
}

/** The hash that the signature of a note covers. */
export function pruneNoteHash({ runId, records, head, at }: Omit<PruneNote, "place">): string {
  return sha256(`dejima pruned ${JSON.stringify([runId, records, head, at])}`);
}

/** The chain of heads as it is on disk. */
export interface HeadsRead {
  readonly hashes: readonly string[];
  /** The heads of the requested runs, with the place of each in the chain, counting from 1. */
  readonly heads: readonly ChainedHead[];
  readonly signatures: readonly ChainSignature[];
  /** The prune notes of the requested runs. */
  readonly pruned: readonly PruneNote[];
  /** What is wrong with the chain. `undefined` if every record follows the one before it. */
  readonly problem?: string;
}

const recordSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("run-head"),
    at: z.string(),
    runId: z.string(),
    records: z.int(),
    head: z.string(),
    late: z.boolean().exactOptional(),
  }),
  z.object({
    type: z.literal("run-pruned"),
    at: z.string(),
    runId: z.string(),
    records: z.int(),
    head: z.string(),
    key: z.string().exactOptional(),
    signature: z.string().exactOptional(),
  }),
  z.object({ type: z.literal("signature"), key: z.string(), covers: z.string(), signature: z.string() }),
]);

/** Reads the chain and its records about some runs. A chain that does not exist yet is empty. */
export async function readHeads(path: string, isRequested: (runId: string) => boolean): Promise<HeadsRead> {
  const hashes: string[] = [];
  const heads: ChainedHead[] = [];
  const signatures: ChainSignature[] = [];
  const pruned: PruneNote[] = [];
  const read = { hashes, heads, signatures, pruned };
  let previous = sha256(HEADS_GENESIS);
  if (!existsSync(path)) return read;
  for await (const { line, complete } of readLogLines(path)) {
    // A crash can cut the last line short. The next append removes it.
    if (!complete) break;
    const sealed = unsealRecord(line);
    const place = hashes.length + 1;
    if (sealed?.intact !== true || sealed.seq !== place - 1 || sealed.previous !== previous)
      return { ...read, problem: `record ${place} of ${path} was changed, removed or moved` };
    previous = sealed.hash;
    const record = recordSchema.safeParse(JSON.parse(line.toString("utf8")));
    if (record.data?.type === "run-head" && isRequested(record.data.runId))
      heads.push({ ...record.data, place });
    if (record.data?.type === "run-pruned" && isRequested(record.data.runId))
      pruned.push({ ...record.data, place });
    if (record.data?.type === "signature") signatures.push({ ...record.data, records: hashes.length });
    hashes.push(sealed.hash);
  }
  return read;
}
