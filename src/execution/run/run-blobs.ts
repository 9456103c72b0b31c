import { existsSync } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { BlobName, BlobStore, StoredBlob } from "../../blobs/blob-store.ts";
import type { Artifact } from "../../contract/data/artifact.ts";
import type { DocumentRepository } from "../../store/store.ts";
import { hashFile } from "../../support/disk/hash-file.ts";
import { sha256 } from "../../support/lazy-crypto.ts";

/** The folders of a run whose files are named by their hash. */
const BY_HASH = ["observations", "undo/content", "grants"] as const;
type HashFolder = (typeof BY_HASH)[number];

/** Shares the files of runs among all machines of a team. The folder of a run is then this machine's copy. */
export interface RunBlobs {
  /** Uploads the files in the folder of a run that are not uploaded yet. */
  publish(runId: string): Promise<void>;
  /** Downloads a file that is named by its hash, unless it exists here. Throws `not_found` if it is not stored anywhere. */
  bring(runId: string, folder: HashFolder, hash: string): Promise<void>;
  /** Whether the file exists here or in the blob store. */
  has(runId: string, folder: HashFolder, hash: string): Promise<boolean>;
  /** Downloads a file that the run made for its user. */
  bringArtifact(runId: string, artifact: Pick<Artifact, "name" | "sha256">): Promise<void>;
  /** Downloads the current undo journals of a run's calls. */
  bringJournals(runId: string): Promise<void>;
  list(runId: string, folder: HashFolder): Promise<StoredBlob[]>;
  remove(runIds: readonly string[]): Promise<void>;
}

interface RunBlobOptions {
  readonly runsFolder: string;
  blobs(): Promise<BlobStore>;
  documents(): Promise<DocumentRepository>;
}

/** The collection that maps a journal to its content. Journals change, and are named after their calls. */
const JOURNALS = "undo-journals";
const journalSchema = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const HASH = /^[0-9a-f]{64}$/;
const JOURNAL = /^[A-Za-z0-9][\w.-]*\.json$/;
/** Larger files are uploaded only if the store does not have them yet. */
const SMALL = 65_536;
/** Maximum number of runs whose uploads this process remembers. */
const MAX_RUNS = 1_000;

export function openRunBlobs({ runsFolder, blobs, documents }: RunBlobOptions): RunBlobs {
  const published = new Map<string, Published>();
  const placeOf = (runId: string, path: string) => join(runsFolder, runId, path);

  function stateOf(runId: string): Published {
    const known = published.get(runId) ?? { names: new Set(), journals: new Map(), turn: Promise.resolve() };
    published.delete(runId);
    published.set(runId, known);
    for (const oldest of published.keys()) {
      if (published.size <= MAX_RUNS) break;
      published.delete(oldest);
    }
    return known;
  }

  async function upload(blob: BlobName, file: string): Promise<void> {
    const store = await blobs();
    const isLarge = (await lstat(file)).size > SMALL;
    if (!isLarge || !(await store.has(blob))) await store.put(blob, file);
  }

  async function publishNamed(runId: string, { names }: Published): Promise<void> {
    for (const folder of [...BY_HASH, "artifacts"]) {
      for (const name of await namesIn(placeOf(runId, folder))) {
        const path = `${folder}/${name}`;
        const file = placeOf(runId, path);
        if (names.has(path) || (folder !== "artifacts" && !HASH.test(name))) continue;
        const hash = folder === "artifacts" ? await hashFile(file) : name;
        await upload({ space: spaceOf(runId, folder), sha256: hash }, file);
        names.add(path);
      }
    }
  }

  async function publishJournals(runId: string, { journals }: Published): Promise<void> {
    for (const name of (await namesIn(placeOf(runId, "undo"))).filter((one) => JOURNAL.test(one))) {
      const file = placeOf(runId, `undo/${name}`);
      const hash = sha256(await readFile(file));
      if (journals.get(name) === hash) continue;
      await upload({ space: spaceOf(runId, "undo"), sha256: hash }, file);
      await (await documents()).put(JOURNALS, `${runId}/${name}`, { sha256: hash });
      journals.set(name, hash);
    }
  }

  async function bringFile(blob: BlobName, file: string): Promise<void> {
    if (!existsSync(file)) await (await blobs()).download(blob, file);
  }

  return {
    publish(runId) {
      const state = stateOf(runId);
      // Sequential, so that an older journal cannot replace a newer one.
      const done = state.turn.then(async () => {
        await publishNamed(runId, state);
        await publishJournals(runId, state);
      });
      state.turn = done.catch(() => {});
      return done;
    },
    bring: (runId, folder, hash) =>
      bringFile({ space: spaceOf(runId, folder), sha256: hash }, placeOf(runId, `${folder}/${hash}`)),
    has: async (runId, folder, hash) =>
      existsSync(placeOf(runId, `${folder}/${hash}`)) ||
      (await blobs()).has({ space: spaceOf(runId, folder), sha256: hash }),
    async bringArtifact(runId, { name, sha256: hash }) {
      const file = placeOf(runId, `artifacts/${name}`);
      // A process that lost the run may have left another file of this name.
      if (existsSync(file) && (await hashFile(file)) === hash) return;
      await (await blobs()).download({ space: spaceOf(runId, "artifacts"), sha256: hash }, file);
    },
    async bringJournals(runId) {
      const { journals } = stateOf(runId);
      for (const { key, value } of await (await documents()).list(JOURNALS, { prefix: `${runId}/` })) {
        const name = key.slice(runId.length + 1);
        const known = journalSchema.safeParse(value).data;
        if (known === undefined || !JOURNAL.test(name)) continue;
        const file = placeOf(runId, `undo/${name}`);
        const here = existsSync(file) ? sha256(await readFile(file)) : undefined;
        const isUnpublished = here !== undefined && journals.has(name) && journals.get(name) !== here;
        if (here === known.sha256 || isUnpublished) continue;
        await (await blobs()).download({ space: spaceOf(runId, "undo"), sha256: known.sha256 }, file);
        journals.set(name, known.sha256);
      }
    },
    list: async (runId, folder) => (await blobs()).list(spaceOf(runId, folder)),
    async remove(runIds) {
      for (const runId of runIds) {
        const store = await documents();
        for (const { key } of await store.list(JOURNALS, { prefix: `${runId}/` }))
          await store.delete(JOURNALS, key);
        await (await blobs()).remove(`runs/${runId}`);
        published.delete(runId);
      }
    },
  };
}

/** What this process has uploaded of one run. */
interface Published {
  readonly names: Set<string>;
  /** The journals, with the hash that each was uploaded with. */
  readonly journals: Map<string, string>;
  /** The latest upload. */
  turn: Promise<void>;
}

function spaceOf(runId: string, folder: string): string {
  return `runs/${runId}/${folder}`;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
