import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Artifact } from "../../contract/data/artifact.ts";
import { DejimaError } from "../../contract/error.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { RunBlobs } from "../run/run-blobs.ts";

/** Complete outputs of a run, by hash. A ref is `observations/<sha256>`: a path under the run's folder. */
export interface ObservationStore {
  put(text: string): { readonly ref: string; readonly sha256: string; readonly bytes: number };
  get(ref: string): string;
}

const REF = /^observations\/([0-9a-f]{64})$/;

/** Stores observations in the folder of one run. Equal content is stored once. Reading refuses content that no longer matches its hash. */
export function openObservationStore(runFolder: string): ObservationStore {
  const folder = join(runFolder, "observations");
  return {
    put(text) {
      const hash = sha256(text);
      const path = join(folder, hash);
      try {
        if (!existsSync(path)) {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          writeFileSync(`${path}.part`, text, { mode: 0o600 });
          renameSync(`${path}.part`, path);
        }
      } catch (cause) {
        const why = thrownText(cause);
        throw new DejimaError(
          "io_error",
          `Cannot store an observation in "${folder}": ${why}`,
          { ran: true },
          { cause },
        );
      }
      return { ref: `observations/${hash}`, sha256: hash, bytes: Buffer.byteLength(text) };
    },
    get(ref) {
      const [, hash] = REF.exec(ref) ?? [];
      if (hash === undefined) {
        throw new DejimaError(
          "invalid_input",
          `Cannot read "${ref.slice(0, 100)}": a ref looks like observations/<sha256>, as an outcome gives it`,
        );
      }
      const path = join(folder, hash);
      if (!existsSync(path)) {
        throw new DejimaError("not_found", `Cannot read "${ref}": this run has no such observation`, {
          ref,
        });
      }
      const text = readFileSync(path, "utf8");
      if (sha256(text) !== hash) {
        throw new DejimaError(
          "conflict",
          `Cannot trust "${ref}": its content was changed after it was stored`,
          { ref },
        );
      }
      return text;
    },
  };
}

/** Reads an observation of a run, possibly from another machine. */
export async function readObservation(
  runId: string,
  ref: string,
  { folder, blobs }: { readonly folder: string; readonly blobs: RunBlobs | undefined },
): Promise<string> {
  const [, hash] = REF.exec(ref) ?? [];
  if (hash !== undefined) await blobs?.bring(runId, "observations", hash);
  return openObservationStore(folder).get(ref);
}

/** The files that a run makes for its user, in the run's `artifacts` folder. */
export interface ArtifactStore {
  put(file: { readonly name: string; readonly mediaType: string; readonly content: Uint8Array }): Artifact;
  list(): readonly Artifact[];
}

const MAX_BYTES = 256 * 1024 ** 2;

const MAX_SAME_NAME = 10_000;

/** Stores artifacts in the folder of one run. `made` are those in its log, when the run is opened again. */
export function openArtifactStore(runFolder: string, made: readonly Artifact[] = []): ArtifactStore {
  const folder = join(runFolder, "artifacts");
  const artifacts = [...made];
  return {
    put({ name, mediaType, content }) {
      if (content.byteLength > MAX_BYTES)
        throw new DejimaError(
          "too_large",
          `Cannot keep "${name}": it has ${content.byteLength} bytes, over ${MAX_BYTES}`,
        );
      // Files that the run made on another machine are not in this folder.
      const taken = new Set(artifacts.map((one) => one.name));
      const stored = write(folder, safeName(name), content, taken);
      const artifact = { name: stored, mediaType, bytes: content.byteLength, sha256: sha256(content) };
      artifacts.push(artifact);
      return artifact;
    },
    list: () => [...artifacts],
  };
}

function write(folder: string, name: string, content: Uint8Array, taken: ReadonlySet<string>): string {
  const [, stem = name, ending = ""] = /^(.+?)((?:\.[A-Za-z0-9]{1,8})?)$/.exec(name) ?? [];
  for (let index = 1; index <= MAX_SAME_NAME; index++) {
    const candidate = index === 1 ? name : `${stem}-${index}${ending}`;
    if (taken.has(candidate)) continue;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, candidate), content, { mode: 0o600, flag: "wx", flush: true });
      return candidate;
    } catch (cause) {
      if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") continue;
      throw new DejimaError(
        "io_error",
        `Cannot keep "${name}": ${thrownText(cause)}`,
        { ran: true },
        { cause },
      );
    }
  }
  throw new DejimaError("limit_exceeded", `Cannot keep "${name}": this run has made too many of that name`);
}

/** One plain file name: no folder, not hidden, and no characters with a special meaning for terminals or pages. */
function safeName(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]+/gu, "-")
    .replace(/^[.\s-]+/, "")
    .slice(0, 100)
    .toWellFormed()
    .trim();
  return plain === "" ? "artifact" : plain;
}
