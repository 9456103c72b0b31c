import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Run } from "../../contract/run.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { LogLine } from "../log/read-log.ts";
import { type RecordedHead, type RecordsCheck, verifyLog } from "../log/verify-log.ts";
import { runBegan } from "../run/run-id.ts";
import { HEADS_FILE, type HeadsRead, RECEIPTS_FILE, readHeads } from "./read-heads.ts";
import type { HeadSigner } from "./signing-key.ts";
import { readTimestamp } from "./witness.ts";

/** One check of `log verify`. */
interface LogCheckStep {
  readonly what: "records" | "heads" | "signature" | "witness";
  readonly result: "passed" | "failed" | "absent";
  readonly detail: string;
}

/** The result of `log verify`: the checks, and what they prove. */
export interface LogCheck extends RecordsCheck {
  readonly checks: readonly LogCheckStep[];
  /** The conclusion from the checks, in plain words. */
  readonly proves: string;
}

/** A place outside the home that may know the chain. */
export interface WitnessRecord {
  readonly name: string;
  /** A file to compare with. */
  readonly file?: string;
  /** The certificate of a time stamping authority, as PEM. */
  readonly certificate?: string;
}

export interface VerifyRunOptions {
  readonly home: string;
  readonly runId: string;
  /** The lines of its log. */
  readonly log: AsyncIterable<LogLine>;
  /** The run as it is in the store. */
  readonly stored?: Run;
  readonly witnesses: readonly WitnessRecord[];
  signer(): HeadSigner | undefined;
}

/** Checks the log of a run: its records, its place in the chain of heads, the signatures and the witnesses of that chain. */
export async function verifyRun(options: VerifyRunOptions): Promise<LogCheck> {
  const { home, runId, log, stored } = options;
  const heads = await readHeads(join(home, HEADS_FILE), (id) => id === runId);
  const known: RecordedHead[] = heads.heads.map(({ records, head }) => ({
    by: "the chain of heads",
    records,
    hash: head,
  }));
  if (stored !== undefined) known.push({ by: "the store", records: stored.records, hash: stored.head });
  const status = stored === undefined || stored.status === "open" ? {} : { status: stored.status };
  const records = await verifyLog(log, { runId, known, ...status });
  const checks = [
    recordsStep(records),
    headsStep(heads, { records, stored }),
    signatureStep(heads, options),
    ...(await Promise.all(options.witnesses.map((witness) => witnessStep(witness, heads, home)))),
  ];
  const ok = checks.every(({ result }) => result !== "failed");
  const late = chainedLate(heads)?.at;
  return { ...records, ok, checks, proves: ok ? whatItProves(checks, late) : whatFailed(checks) };
}

function recordsStep({ ok, records, firstBad }: RecordsCheck): LogCheckStep {
  return ok
    ? {
        what: "records",
        result: "passed",
        detail: `all ${records} records follow one another, and the store agrees`,
      }
    : { what: "records", result: "failed", detail: `record ${firstBad?.record} ${firstBad?.problem}` };
}

function headsStep(
  read: HeadsRead,
  { records: { ok, records }, stored }: { records: RecordsCheck; stored: Run | undefined },
): LogCheckStep {
  const what = "heads";
  const { heads, hashes, problem } = read;
  if (problem !== undefined) return { what, result: "failed", detail: problem };
  const last = endHead(heads);
  if (last === undefined) return { what, ...unanchored(stored) };
  if (!ok)
    return {
      what,
      result: "failed",
      detail: `the chain of heads has this run at record ${last.place}, which the log does not reach`,
    };
  if (records > last.records)
    return {
      what,
      result: "absent",
      detail: `${records - last.records} records were added after its last chained end, record ${last.records}`,
    };
  const late = chainedLate(read);
  const when =
    late === undefined ? "" : `; it was chained late, at ${late.at}, because its process had ended before`;
  return {
    what,
    result: "passed",
    detail: `its end is record ${last.place} of ${hashes.length} in the home's chain of heads${when}`,
  };
}

/** The head that anchors most of the run. A process that chains an earlier end late may write after the one that ends the run. */
function endHead(heads: HeadsRead["heads"]): HeadsRead["heads"][number] | undefined {
  const most = Math.max(...heads.map(({ records }) => records));
  return heads.findLast(({ records }) => records === most);
}

/** The head of the run's end, if only a late head anchors it. */
function chainedLate({ heads }: HeadsRead): HeadsRead["heads"][number] | undefined {
  const last = endHead(heads);
  return heads.some(({ head, late }) => head === last?.head && late !== true) ? undefined : last;
}

// A finished run is chained at its end or at the next start. If it has no head, the head was removed.
function unanchored(stored: Run | undefined): Pick<LogCheckStep, "result" | "detail"> {
  if (stored === undefined)
    return {
      result: "failed",
      detail: "neither the store nor the chain of heads knows this run: nothing says how its log should end",
    };
  if (stored.status === "open")
    return { result: "absent", detail: "the run has not ended, so its end is not anchored yet" };
  return {
    result: "failed",
    detail: `the store says that this run ended (${stored.status}), but its end is not in the chain of heads: its record is incomplete, and nothing anchors it`,
  };
}

function signatureStep(heads: HeadsRead, { signer, runId }: VerifyRunOptions): LogCheckStep {
  const what = "signature";
  let key: HeadSigner | undefined;
  try {
    key = signer();
    const end = key?.lastSigned();
    if (key !== undefined && end !== undefined && heads.hashes[end.records - 1] !== end.hash)
      return {
        what,
        result: "failed",
        detail: `key ${key.keyId} signed ${end.records} records of the chain of heads; this chain was shortened or replaced`,
      };
  } catch (fault) {
    return { what, result: "absent", detail: thrownText(fault) };
  }
  const place = endHead(heads.heads)?.place;
  const covering = heads.signatures.findLast(({ records }) => place !== undefined && records >= place);
  if (key !== undefined && key.keyId !== covering?.key && runBegan(runId) >= key.since)
    return place === undefined
      ? {
          what,
          result: "absent",
          detail: `key ${key.keyId} signs runs when they end; this one has no signed end`,
        }
      : {
          what,
          result: "failed",
          detail: `the run is newer than key ${key.keyId}, which has not signed its end`,
        };
  if (covering === undefined)
    return {
      what,
      result: "absent",
      detail:
        key === undefined
          ? "no signature covers it; `dejima log sign` creates a key for the runs to come"
          : "no signature covers it yet; the signature of the next run that ends also covers the runs before it",
    };
  if (key?.keyId !== covering.key)
    return { what, result: "absent", detail: `signed by key ${covering.key}, which is not here to check it` };
  const holds =
    covering.covers === heads.hashes[covering.records - 1] && key.verify(covering.covers, covering.signature);
  return holds
    ? { what, result: "passed", detail: `signed by key ${key.keyId}` }
    : { what, result: "failed", detail: `the signature of key ${key.keyId} does not fit the chain` };
}

const tipSchema = z.object({ records: z.int().min(1), hash: z.string(), at: z.string() });
const receiptSchema = tipSchema.extend({ witness: z.string(), receipt: z.string().optional() });

async function witnessStep(witness: WitnessRecord, heads: HeadsRead, home: string): Promise<LogCheckStep> {
  const what = "witness";
  const { name, file, certificate } = witness;
  const tips =
    file === undefined
      ? readLines(join(home, RECEIPTS_FILE), receiptSchema).filter((receipt) => receipt.witness === name)
      : readLines(file, tipSchema);
  const other = tips.find(({ records, hash }) => heads.hashes[records - 1] !== hash);
  if (other !== undefined)
    return {
      what,
      result: "failed",
      detail: `${name} saw another chain at ${other.at}: record ${other.records} was ${other.hash}`,
    };
  const place = endHead(heads.heads)?.place ?? Number.POSITIVE_INFINITY;
  const first = tips.find(({ records }) => records >= place);
  if (first === undefined) return { what, result: "absent", detail: `${name} has not seen this run's end` };
  if (file !== undefined)
    return { what, result: "passed", detail: `${name} has the same chain, since ${first.at}` };
  const { receipt } = receiptSchema.parse({ witness: name, ...first });
  if (!name.startsWith("timestamp "))
    return {
      what,
      result: "absent",
      detail: `sent to ${name} at ${first.at}: compare record ${first.records} there with ${first.hash}`,
    };
  try {
    const { at, signed } = await readTimestamp(Buffer.from(receipt ?? "", "base64"), first.hash, certificate);
    return signed
      ? { what, result: "passed", detail: `${name} signed it at ${at.toISOString()}` }
      : {
          what,
          result: "absent",
          detail: `${name} stamped it at ${at.toISOString()}; name its certificate to have the signature checked`,
        };
  } catch (fault) {
    return {
      what,
      result: "failed",
      detail: `${name}: ${thrownText(fault)}`,
    };
  }
}

function readLines<Line>(path: string, schema: z.ZodType<Line>): Line[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [schema.parse(JSON.parse(line))];
      } catch {
        // Another program's line, or one that a crash cut short.
        return [];
      }
    });
}

function whatFailed(checks: readonly LogCheckStep[]): string {
  const failed = new Set(checks.filter(({ result }) => result === "failed").map(({ what }) => what));
  if (failed.size === 1 && failed.has("heads"))
    return "The records follow one another, but the end of the run is not anchored: records may be missing or rewritten, so do not rely on them";
  return "The record was changed after it was written: do not rely on it";
}

function whatItProves(checks: readonly LogCheckStep[], late: string | undefined): string {
  const passed = new Set(checks.filter(({ result }) => result === "passed").map(({ what }) => what));
  const since = late === undefined ? "afterwards" : `after ${late}, when its end was chained late`;
  const begin = `Nobody changed, removed or reordered a record ${since}`;
  if (passed.has("witness")) return `${begin}, unless the witness was changed as well`;
  if (passed.has("signature")) return `${begin}, unless they could read your signing key`;
  if (passed.has("heads"))
    return `${begin}, unless they could write to this home and rewrote log, database and chain together: your own account and root can. A signing key or a witness elsewhere closes that`;
  return `${begin}, unless they could write to this home: the run's end is not in the chain of heads`;
}
