import { join } from "node:path";
import { HEADS_FILE, type HeadsRead, type PruneNote, pruneNoteHash, readHeads } from "./read-heads.ts";
import type { HeadSigner } from "./signing-key.ts";

/** The runs that the chain of a home records as pruned, by id. If there is a signing key, only signed notes count. */
export async function prunedRuns(
  home: string,
  signer: () => HeadSigner | undefined,
): Promise<Map<string, PruneNote>> {
  const read = await readHeads(join(home, HEADS_FILE), () => true);
  const key = read.pruned.length === 0 ? undefined : signer();
  const counting = key === undefined ? read.pruned : read.pruned.filter(isSigned(read, key));
  return new Map(counting.map((note) => [note.runId, note]));
}

// Notes before the first signature of the key date from a time without it and are covered by that signature. Later notes
// need their own signature, because the next signature of the chain would cover a forged note as well.
function isSigned({ signatures, hashes }: HeadsRead, key: HeadSigner): (note: PruneNote) => boolean {
  const first = signatures.find(
    ({ covers, records, signature }) => covers === hashes[records - 1] && key.verify(covers, signature),
  );
  return (note) =>
    first === undefined ||
    note.place <= first.records ||
    (note.key === key.keyId && key.verify(pruneNoteHash(note), note.signature ?? ""));
}
