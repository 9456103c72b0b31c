import type { FileInfo, FileListing, ListOptions } from "../../contract/data/file-access.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { type CallAccess, locatePermitted } from "../call-access.ts";
import { describeErrors, notAFolder } from "../file-errors.ts";
import { describeEntry } from "../read-file.ts";
import { compileGlob, type PathTest } from "./compile-glob.ts";
import { type WalkTally, walkFolders } from "./walk-folders.ts";

/** Lists a folder, or a whole tree, sorted by path. */
export async function listFiles(
  access: CallAccess,
  path: string,
  { recursive, pattern, limit, sensitive }: ListOptions & { readonly sensitive: PathTest },
): Promise<FileListing> {
  const matches = pattern === undefined ? () => true : compileGlob(pattern);
  const start = await locatePermitted(access, path, "file.read");
  const tally: WalkTally = { hidden: 0, exhausted: false };
  return describeErrors("list", path, async () => {
    const files: FileInfo[] = [];
    const paths: string[] = [];
    try {
      for await (const { entries } of walkFolders(access, {
        start,
        sensitive,
        tally,
        descends: () => recursive,
      })) {
        for (const { relative, path, stats } of entries) {
          if (!matches(relative)) continue;
          const canonical = path.normalize("NFC");
          paths.push(canonical);
          files.push(describeEntry(access.disk.shown(canonical), stats));
        }
        if (files.length > limit) break;
      }
    } catch (error) {
      throw errnoOf(error) === "ENOTDIR" ? notAFolder("list", path) : error;
    }
    await access.witness?.named(paths.slice(0, limit));
    const truncated = files.length > limit || tally.exhausted;
    return { files: files.slice(0, limit).sort(byPath), truncated, hidden: tally.hidden };
  });
}

function byPath(one: FileInfo, other: FileInfo): number {
  return one.path < other.path ? -1 : 1;
}
