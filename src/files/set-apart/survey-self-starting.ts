import type { Dirent, Stats } from "node:fs";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { foldPath } from "../../contract/self-starting/fold-path.ts";
import { leadsToSelfStarting, selfStarting } from "../../contract/self-starting/self-starting.ts";
import type { CallAccess } from "../call-access.ts";
import type { FolderHandle } from "../folder-handle.ts";
import type { Place } from "../guarded-disk.ts";
import { isWithin } from "../path/is-within.ts";

/** A self-starting file as it stood at one moment. */
export interface SelfStartingFile {
  readonly path: string;
  readonly why: string;
  readonly type: "file" | "link" | "other";
  readonly stats: Stats;
  /** The target of a link; nothing of a file that is too large to be kept. */
  readonly content: Buffer | undefined;
}

interface SelfStartingSurvey {
  readonly files: ReadonlyMap<string, SelfStartingFile>;
  /** The tree has more entries than are looked at. */
  readonly exhausted: boolean;
}

const MAX_ENTRIES = 400_000;
const MAX_BYTES = 8 << 20;

/** Finds every self-starting file below folders: ignored ones and Dejima's own included, links unfollowed. */
export async function surveySelfStarting(
  access: CallAccess,
  starts: readonly Place[],
  except: readonly string[],
): Promise<SelfStartingSurvey> {
  const files = new Map<string, SelfStartingFile>();
  let seen = 0;
  for (const start of starts) {
    const pending = [""];
    for (let way = pending.pop(); way !== undefined; way = pending.pop()) {
      await using folder = await access.disk.openFolder(join(start.path, way)).catch(() => undefined);
      if (folder === undefined) continue;
      const entries = await readdir(folder.self, { withFileTypes: true });
      seen += entries.length;
      if (seen > MAX_ENTRIES) return { files, exhausted: true };
      for (const entry of entries) {
        const relative = way === "" ? entry.name : `${way}/${entry.name}`;
        const path = join(start.path, relative);
        if (entry.isDirectory()) {
          if (!isLeftOut(relative) && !except.some((own) => isWithin(own, path))) pending.push(relative);
          continue;
        }
        const why = reason(relative, entry);
        if (why === undefined) continue;
        const found = await look(folder, entry.name, { path, why });
        if (found !== undefined) files.set(path, found);
      }
    }
  }
  return { files, exhausted: false };
}

/** Why the entry starts something. Packages bring build files of their own, which nobody runs where they lie. */
function reason(relative: string, entry: Dirent): string | undefined {
  const family = selfStarting(relative);
  if (family !== undefined && (family.insidePackages || !isInPackages(relative))) return family.why;
  return entry.isSymbolicLink() && leadsToSelfStarting(relative)
    ? "it stands in for a folder of such files"
    : undefined;
}

async function look(
  folder: FolderHandle,
  name: string,
  { path, why }: { path: string; why: string },
): Promise<SelfStartingFile | undefined> {
  const stats = await lstat(folder.at(name)).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink())
    return { path, why, stats, type: "link", content: Buffer.from(await readlink(folder.at(name))) };
  if (!stats.isFile()) return { path, why, stats, type: "other", content: undefined };
  const content = stats.size > MAX_BYTES ? undefined : await readFile(folder.at(name)).catch(() => undefined);
  return { path, why, stats, type: "file", content };
}

function isLeftOut(relative: string): boolean {
  return /(?:^|\/)\.git\/(?:.*\/)?objects$/.test(foldPath(relative));
}

function isInPackages(relative: string): boolean {
  return /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor\/bundle|\.venv|venv)\//.test(
    foldPath(relative),
  );
}
