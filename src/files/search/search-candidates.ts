import type { CallAccess } from "../call-access.ts";
import type { Place } from "../guarded-disk.ts";
import { compileGlob, type PathTest } from "./compile-glob.ts";
import { createIgnoreRules } from "./ignore-rules.ts";
import { type WalkTally, walkFolders } from "./walk-folders.ts";

/** The files a search looks into, and what it passes over. */
export interface Candidates {
  /** True paths as the disk spells them, in the order of results. */
  readonly paths: readonly string[];
  readonly hidden: number;
  readonly ignored: number;
  readonly tooLarge: number;
  /** Whether the tree has more entries than were looked at. */
  readonly exhausted: boolean;
}

/** Larger files are not searched, and counted. */
export const MAX_SEARCHED_BYTES = 32 << 20;

/** Finds the regular files below a folder that match the glob, that no .gitignore names and nothing withholds. */
export async function findCandidates(
  access: CallAccess,
  start: Place,
  options: { readonly glob?: string | undefined; readonly sensitive: PathTest },
): Promise<Candidates> {
  const matches = options.glob === undefined ? () => true : compileGlob(options.glob);
  const { sensitive } = options;
  const rules = await createIgnoreRules(access.disk, start);
  const tally: WalkTally = { hidden: 0, exhausted: false };
  const found: string[] = [];
  let ignored = 0;
  let tooLarge = 0;
  const descends = ({ relative }: { relative: string }) => !rules.ignores(relative, true);
  for await (const { folder, relative, entries } of walkFolders(access, {
    start,
    sensitive,
    tally,
    descends,
  })) {
    await rules.enter(folder, relative);
    for (const entry of entries) {
      if (rules.ignores(entry.relative, entry.stats.isDirectory())) ignored += 1;
      else if (!entry.stats.isFile() || !matches(entry.relative)) continue;
      else if (entry.stats.size > MAX_SEARCHED_BYTES) tooLarge += 1;
      else found.push(entry.path);
    }
  }
  return { paths: found.sort(), hidden: tally.hidden, ignored, tooLarge, exhausted: tally.exhausted };
}
