import {
  appendFileSync,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { takeLock } from "../../support/process/lock-file.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { sealRecord, unsealRecord } from "../log/log-record.ts";
import {
  type ChainTip,
  HEADS_FILE,
  HEADS_GENESIS,
  pruneNoteHash,
  RECEIPTS_FILE,
  type RunHead,
} from "./read-heads.ts";
import type { HeadSigner } from "./signing-key.ts";
import type { Witness } from "./witness.ts";

/** Chains the heads of finished runs, so that rewriting one log requires rewriting the chain as well. */
export interface HeadChain {
  /** Adds the head of a run. It is written a moment later, in a batch with others. */
  add(head: RunHead): void;
  /** Records that the logs of these runs are pruned. Resolves once the note is on disk; rejects if it could not be written. */
  notePruned(runs: readonly RunHead[]): Promise<void>;
  /** Resolves when all added heads are on disk and the witnesses have answered or failed. */
  done(): Promise<void>;
}

interface HeadChainOptions {
  readonly home: string;
  readonly witnesses: readonly Witness[];
  /** Signs the end of the chain. Returns `undefined` if the user has no signing key. */
  signer(): HeadSigner | undefined;
  now(): number;
  /** Runs work in one process at a time, across all machines that share the home. Default: a lock file, for the processes of one machine. */
  exclusive?<Result>(work: () => Result): Promise<Result>;
  /** Called with the heads that are now in the chain. */
  onChained(heads: readonly RunHead[]): Promise<void>;
  /** Called when something could not be written, signed or witnessed. The run itself is not affected. */
  onFault(fault: unknown): void;
}

const BATCH_MS = 200;
const LOCK_WAIT_MS = 10_000;
const LOCK_RETRY_MS = 5;
/** Upper bound for the length of a record in the chain. */
const TAIL_BYTES = 8_192;

/** Creates the chain of a home. Several processes may use the same home: a lock orders their records. */
export function createHeadChain(options: HeadChainOptions): HeadChain {
  const { home, now, onFault } = options;
  const waiting: RunHead[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    const heads = waiting.splice(0);
    if (heads.length === 0) return;
    const write = async () => {
      const tip = await append(heads.map((head) => ({ type: "run-head", ...head })));
      await options.onChained(heads);
      await notifyWitnesses(tip);
    };
    writing = writing.then(write).catch(onFault);
  }

  const notifyWitnesses = (tip: ChainTip) =>
    Promise.all(options.witnesses.map((witness) => notify(witness, tip)));

  async function append(entries: readonly ChainEntry[]): Promise<ChainTip> {
    const at = new Date(now()).toISOString();
    const path = join(home, HEADS_FILE);
    const write = () => {
      const signer = signerOf(options);
      const appended = appendEntries(path, entries, { at, signer });
      if (signer !== undefined) storeSignedEnd({ path, signer, onFault }, appended);
      return appended.tip;
    };
    if (options.exclusive !== undefined) return options.exclusive(write);
    const release = await lockHeads(`${path}.lock`);
    try {
      return write();
    } finally {
      release();
    }
  }

  async function notify(witness: Witness, tip: ChainTip): Promise<void> {
    try {
      const receipt = await witness.take(tip);
      const line = { witness: witness.name, ...tip, ...defined({ receipt }) };
      appendFileSync(join(home, RECEIPTS_FILE), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (cause) {
      onFault(
        new DejimaError(
          "io_error",
          `Cannot send the end of the log chain to the witness ${witness.name}: ${thrownText(cause)}. The next run's end covers this one too`,
          { witness: witness.name },
          { cause },
        ),
      );
    }
  }

  return {
    add(head) {
      waiting.push(head);
      timer ??= setTimeout(begin, BATCH_MS).unref();
    },
    async notePruned(runs) {
      begin();
      const noted = writing.then(() => append(runs.map((run) => ({ type: "run-pruned", ...run }))));
      writing = noted.then(notifyWitnesses).then(
        () => undefined,
        () => undefined, // the caller of notePruned gets the error
      );
      await noted;
    },
    done() {
      begin();
      return writing;
    },
  };
}

/** An entry of the chain: the end of a run, or a note that its log was pruned. */
type ChainEntry = RunHead & { readonly type: "run-head" | "run-pruned" };

// Heads are chained even if the key cannot be read.
function signerOf({ signer, onFault }: HeadChainOptions): HeadSigner | undefined {
  try {
    return signer();
  } catch (fault) {
    onFault(fault);
    return undefined;
  }
}

interface Appended {
  /** The end of the chain before the append. */
  readonly before: Omit<ChainTip, "at">;
  readonly tip: ChainTip;
}

interface Signing extends Pick<HeadChainOptions, "onFault"> {
  readonly path: string;
  readonly signer: HeadSigner;
}

/** Stores beside the key how far the chain is signed. If the chain was shortened, the stored end stays and keeps reporting it. */
function storeSignedEnd({ path, signer, onFault }: Signing, { before, tip }: Appended): void {
  try {
    const end = signer.lastSigned();
    if (end !== undefined && end.hash !== before.hash && hashAt(path, end.records) !== end.hash)
      throw new DejimaError(
        "conflict",
        `The chain of heads "${path}" was shortened or replaced: key ${signer.keyId} signed ${end.records} records of another one. If you replaced it yourself, \`dejima log sign\` with a new key begins again`,
        { path },
      );
    signer.storeLastSigned(tip);
  } catch (fault) {
    onFault(fault);
  }
}

function hashAt(path: string, records: number): string | undefined {
  const line = readFileSync(path, "utf8").split("\n", records)[records - 1] ?? "";
  return unsealRecord(Buffer.from(line))?.hash;
}

/** Waits until no other process of this machine writes the chain. Returns the function that releases the lock. */
export async function lockHeads(path: string): Promise<() => void> {
  for (const deadline = performance.now() + LOCK_WAIT_MS; ; ) {
    const taken = takeLock(path);
    if ("release" in taken) return taken.release;
    if (performance.now() > deadline)
      throw new DejimaError(
        "conflict",
        `Cannot chain the heads of runs: process ${taken.heldBy} has locked "${path}"`,
        { path },
      );
    await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
  }
}

function appendEntries(
  path: string,
  entries: readonly ChainEntry[],
  { at, signer }: { at: string; signer: HeadSigner | undefined },
): Appended {
  const file = openSync(path, "a+", 0o600);
  try {
    const before = readTip(file, path);
    let tip = before;
    let text = "";
    const add = (event: object) => {
      const sealed = sealRecord(JSON.stringify(event), { seq: tip.records, previous: tip.hash });
      text += sealed.line;
      tip = { records: tip.records + 1, hash: sealed.hash };
    };
    for (const { type, ...run } of entries) {
      const note = type === "run-pruned" && signer !== undefined;
      const signed = note ? { key: signer.keyId, signature: signer.sign(pruneNoteHash({ ...run, at })) } : {};
      add({ type, at, ...run, ...signed });
    }
    if (signer !== undefined)
      add({ type: "signature", at, key: signer.keyId, covers: tip.hash, signature: signer.sign(tip.hash) });
    for (const bytes = Buffer.from(text), written = { to: 0 }; written.to < bytes.length; )
      written.to += writeSync(file, bytes, written.to);
    fsyncSync(file);
    return { before, tip: { ...tip, at } };
  } finally {
    closeSync(file);
  }
}

/** The end of the chain. A last line that a crash cut short was never confirmed to anybody and is removed. */
function readTip(file: number, path: string): { records: number; hash: string } {
  const { size } = fstatSync(file);
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  readSync(file, tail, 0, tail.length, size - tail.length);
  const end = tail.lastIndexOf(10) + 1;
  if (end < tail.length) ftruncateSync(file, size - tail.length + end);
  if (end === 0 && size <= TAIL_BYTES) return { records: 0, hash: sha256(HEADS_GENESIS) };
  const begin = end < 2 ? 0 : tail.lastIndexOf(10, end - 2) + 1;
  const record = end === 0 ? undefined : unsealRecord(tail.subarray(begin, end - 1));
  if (record !== undefined) return { records: record.seq + 1, hash: record.hash };
  throw new DejimaError(
    "conflict",
    `Cannot chain the heads of runs: the last line of "${path}" is not a record. \`dejima log verify\` says what is wrong; move the file away to begin a new chain`,
    { path },
  );
}
