import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { sha256 } from "../../support/sha256.ts";

/** The two folders of a run that hold what came of it. */
type RunFileKind = "observations" | "artifacts";

/** What lies under a run: whole outputs by hash, and files made for the user. */
export interface RunFiles {
  /** By name. */
  list(kind: RunFileKind): Promise<{ name: string; bytes: number }[]>;
  /** A plain file of this very name; links and whatever is not directly there are not found. */
  read(kind: RunFileKind, name: string): Promise<Buffer>;
}

const HASH = /^[0-9a-f]{64}$/;
const MAX_BYTES = 256 * 1024 ** 2;

/** Looks into the folder of one run. */
export function openRunFiles(runFolder: string): RunFiles {
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
      return sizes;
    },
    async read(kind, name) {
      const path = join(runFolder, kind, name);
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
