import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Artifact } from "../../contract/artifact.ts";
import { DejimaError } from "../../contract/error.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** The files that a run makes for its user, in the run's `artifacts` folder. */
export interface ArtifactStore {
  put(file: { readonly name: string; readonly mediaType: string; readonly content: Uint8Array }): Artifact;
  list(): readonly Artifact[];
}

const MAX_BYTES = 256 * 1024 ** 2;
const MOST_OF_ONE_NAME = 10_000;

/** Keeps artifacts in the folder of one run. `made` are those of its log, when the run is opened again. */
export function openArtifactStore(runFolder: string, made: readonly Artifact[] = []): ArtifactStore {
  const folder = join(runFolder, "artifacts");
  const held = [...made];
  return {
    put({ name, mediaType, content }) {
      if (content.byteLength > MAX_BYTES)
        throw new DejimaError(
          "too_large",
          `Cannot keep "${name}": it has ${content.byteLength} bytes, over ${MAX_BYTES}`,
        );
      const kept = write(folder, harmless(name), content);
      const artifact = { name: kept, mediaType, bytes: content.byteLength, sha256: sha256(content) };
      held.push(artifact);
      return artifact;
    },
    list: () => [...held],
  };
}

function write(folder: string, name: string, content: Uint8Array): string {
  const [, stem = name, ending = ""] = /^(.+?)((?:\.[A-Za-z0-9]{1,8})?)$/.exec(name) ?? [];
  for (let index = 1; index <= MOST_OF_ONE_NAME; index++) {
    const candidate = index === 1 ? name : `${stem}-${index}${ending}`;
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

/** One plain name: no folder, nothing hidden, nothing that a terminal or a page would take for more than letters. */
function harmless(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]+/gu, "-")
    .replace(/^[.\s-]+/, "")
    .slice(0, 100)
    .toWellFormed()
    .trim();
  return plain === "" ? "artifact" : plain;
}
