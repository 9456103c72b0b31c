import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** Whole outputs of a run, by hash. A ref is `observations/<sha256>`: a path under the run's folder. */
export interface ObservationStore {
  put(text: string): { readonly ref: string; readonly sha256: string; readonly bytes: number };
  get(ref: string): string;
}

const REF = /^observations\/([0-9a-f]{64})$/;

/** Keeps observations in the folder of one run. Equal content is stored once; a stored one that no longer gives its hash is refused. */
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
