import { existsSync } from "node:fs";
import { z } from "zod";
import { sha256 } from "../../support/lazy-crypto.ts";
import { unsealRecord } from "../log/log-record.ts";
import { readLogLines } from "../log/read-log.ts";

/** The file in the home that chains the heads of all its runs. */
export const HEADS_FILE = "heads.jsonl";

/** The file in the home that keeps what witnesses answered. */
export const RECEIPTS_FILE = "heads-receipts.jsonl";

/** What the chain of heads begins with, in place of the hash of a record before the first. */
export const HEADS_GENESIS = "dejima heads";

/** The end of a finished run's log: how many records it has, and the hash of the last one. */
export interface RunHead {
  readonly runId: string;
  readonly records: number;
  readonly head: string;
  /** Set when the process of the run was gone before it could chain the head: another one did so later. */
  readonly late?: boolean;
}

/** The end of the chain of heads, which covers every head before it. */
export interface ChainTip {
  /** How many records the chain has. */
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

/** A head as it stands in the chain. */
type ChainedHead = RunHead & { readonly place: number; readonly at: string };

/** A note in the chain that the log of a run was pruned, signed by itself: nobody can slip one in before the next signature of the chain. */
export interface PruneNote {
  readonly runId: string;
  /** How its log ended. */
  readonly records: number;
  readonly head: string;
  readonly at: string;
  readonly key?: string;
  readonly signature?: string;
  readonly place: number;
}

/** What the signature of a note covers. */
export function pruneNoteHash({ runId, records, head, at }: Omit<PruneNote, "place">): string {
  return sha256(`dejima pruned ${JSON.stringify([runId, records, head, at])}`);
}

/** The chain of heads as it stands on the disk. */
export interface HeadsRead {
  readonly hashes: readonly string[];
  /** The heads of the runs that were asked about, with the place of each in the chain, counting from 1. */
  readonly heads: readonly ChainedHead[];
  readonly signatures: readonly ChainSignature[];
  /** The notes about pruned runs, of those that were asked about. */
  readonly pruned: readonly PruneNote[];
  /** What is wrong with the chain; `undefined` when every record follows the one before it. */
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

/** Reads the chain and what it says of some runs. A chain that does not exist yet is empty. */
export async function readHeads(path: string, isAskedAbout: (runId: string) => boolean): Promise<HeadsRead> {
  const hashes: string[] = [];
  const heads: ChainedHead[] = [];
  const signatures: ChainSignature[] = [];
  const pruned: PruneNote[] = [];
  const read = { hashes, heads, signatures, pruned };
  let previous = sha256(HEADS_GENESIS);
  if (!existsSync(path)) return read;
  for await (const { line, complete } of readLogLines(path)) {
    // A crash can cut the last line short; it is removed with the next append.
    if (!complete) break;
    const sealed = unsealRecord(line);
    const place = hashes.length + 1;
    if (sealed?.intact !== true || sealed.seq !== place - 1 || sealed.previous !== previous)
      return { ...read, problem: `record ${place} of ${path} was changed, removed or moved` };
    previous = sealed.hash;
    const record = recordSchema.safeParse(JSON.parse(line.toString("utf8")));
    if (record.data?.type === "run-head" && isAskedAbout(record.data.runId))
      heads.push({ ...record.data, place });
    if (record.data?.type === "run-pruned" && isAskedAbout(record.data.runId))
      pruned.push({ ...record.data, place });
    if (record.data?.type === "signature") signatures.push({ ...record.data, records: hashes.length });
    hashes.push(sealed.hash);
  }
  return read;
}
