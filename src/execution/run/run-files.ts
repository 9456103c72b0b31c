import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import type { LogRecord } from "../log/read-log.ts";
import type { RunBlobs } from "./run-blobs.ts";

/** The two folders of a run that hold its results. */
type RunFileKind = "observations" | "artifacts";

/** The files of a run: complete outputs by hash, and files made for the user. */
export interface RunFiles {
  /** Sorted by name. */
  list(kind: RunFileKind): Promise<{ name: string; bytes: number }[]>;
  /** Reads a plain file with exactly this name. Links and files in other folders are not found. */
  read(kind: RunFileKind, name: string): Promise<Buffer>;
}

const HASH = /^[0-9a-f]{64}$/;

const MAX_BYTES = 256 * 1024 ** 2;

/** The files of a run on other machines. */
interface SharedFiles {
  list(kind: RunFileKind): Promise<{ name: string; bytes: number }[]>;
  /** Downloads a file to the folder of the run, if the run has it. */
  bring(kind: RunFileKind, name: string): Promise<void>;
}

/** The files of a run in the blob store. Its log has the names of the files made for the user. */
export function sharedFiles(
  runId: string,
  blobs: RunBlobs,
  read: (runId: string) => AsyncIterable<LogRecord>,
): SharedFiles {
  async function artifacts() {
    const made = new Map<
      string,
      { readonly name: string; readonly bytes: number; readonly sha256: string }
    >();
    for await (const event of read(runId)) if (event.type === "artifact-end") made.set(event.name, event);
    return made;
  }
  return {
    async list(kind) {
      if (kind === "artifacts")
        return [...(await artifacts()).values()].map(({ name, bytes }) => ({ name, bytes }));
      return (await blobs.list(runId, kind)).map(({ sha256: name, bytes }) => ({ name, bytes }));
    },
    async bring(kind, name) {
      if (kind === "observations") return blobs.bring(runId, kind, name);
      const artifact = (await artifacts()).get(name);
      if (artifact !== undefined) await blobs.bringArtifact(runId, artifact);
    },
  };
}

/** The files in the folder of one run. `shared`: its files elsewhere, if other machines may have worked on it. */
export function openRunFiles(runFolder: string, shared?: SharedFiles): RunFiles {
  const isName = (kind: RunFileKind, name: string) =>
    kind === "observations" ? HASH.test(name) : !/^\.|[/\\\0]/.test(name) && name !== "";
  return {
    async list(kind) {
      const folder = join(runFolder, kind);
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const names = entries
        .filter((entry) => entry.isFile() && isName(kind, entry.name))
        .map(({ name }) => name);
      const sizes = await Promise.all(
        names.sort().map(async (name) => ({ name, bytes: (await lstat(join(folder, name))).size })),
      );
      const here = new Set(names);
      const elsewhere = ((await shared?.list(kind)) ?? []).filter(({ name }) => !here.has(name));
      return [...sizes, ...elsewhere].sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    async read(kind, name) {
      const path = join(runFolder, kind, name);
      if (isName(kind, name)) await shared?.bring(kind, name);
      const info = isName(kind, name) ? await lstat(path).catch(() => undefined) : undefined;
      if (info === undefined || !info.isFile())
        throw new DejimaError(
          "not_found",
          `Cannot find "${name.slice(0, 100)}" among the ${kind} of this run`,
        );
      if (info.size > MAX_BYTES)
        throw new DejimaError(
          "too_large",
          `Cannot send "${name}": it has ${info.size} bytes, over ${MAX_BYTES}`,
        );
      const file = await open(path, "r");
      try {
        const content = await file.readFile();
        if (kind === "observations" && sha256(content) !== name)
          throw new DejimaError(
            "conflict",
            `Cannot trust "${name}": its content was changed after it was stored`,
          );
        return content;
      } finally {
        await file.close();
      }
    },
  };
}
