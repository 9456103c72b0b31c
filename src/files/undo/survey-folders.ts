import { existsSync, type Stats } from "node:fs";
import { DejimaError } from "../../contract/error.ts";
import type { CallAccess } from "../call-access.ts";
import type { Place } from "../guarded-disk.ts";
import { createIgnoreRules } from "../search/ignore-rules.ts";
import { type WalkTally, walkFolders } from "../search/walk-folders.ts";

/** Everything below some folders at one moment, by true path. */
export interface Survey {
  readonly files: ReadonlyMap<string, { readonly stats: Stats; readonly start: Place }>;
  readonly folders: ReadonlySet<string>;
  /** Links, pipes and the like: what can be seen, but not put back. */
  readonly others: ReadonlySet<string>;
}

/** Looks at trees, links unfollowed. What a .gitignore names can be made again and is left out, Dejima's own as well. */
export async function surveyFolders(
  access: CallAccess,
  starts: readonly Place[],
  mostFiles = Number.POSITIVE_INFINITY,
): Promise<Survey> {
  const survey = { files: new Map(), folders: new Set<string>(), others: new Set<string>() };
  for (const start of starts) {
    // What is not there yet holds nothing.
    if (existsSync(start.path)) await surveyFolder(access, start, survey, mostFiles);
  }
  return survey;
}

async function surveyFolder(
  access: CallAccess,
  start: Place,
  {
    files,
    folders,
    others,
  }: { files: Map<string, { stats: Stats; start: Place }>; folders: Set<string>; others: Set<string> },
  mostFiles: number,
): Promise<void> {
  const rules = await createIgnoreRules(access.disk, start);
  const isLeftOut = (relative: string, isFolder: boolean) =>
    insideGit(relative)?.startsWith("objects") ??
    // The folder of a repository is no part of what its .gitignore speaks of.
    (!isGit(relative) && rules.ignores(relative, isFolder));
  const tally: WalkTally = { hidden: 0, exhausted: false };
  for await (const { folder, relative, entries } of walkFolders(access, {
    start,
    sensitive: () => false,
    tally,
    descends: (entry) => !isLeftOut(entry.relative, true),
  })) {
    await rules.enter(folder, relative);
    for (const { relative, path, stats } of entries) {
      if (isLeftOut(relative, stats.isDirectory())) continue;
      if (stats.isFile()) files.set(path, { stats, start });
      else if (stats.isDirectory()) folders.add(path);
      else others.add(path);
    }
    if (files.size > mostFiles || tally.exhausted) throw tooMany(start, files.size);
  }
}

function isGit(relative: string): boolean {
  return relative === ".git" || relative.endsWith("/.git");
}

// Objects of Git are only ever added, and one too many does no harm.
function insideGit(relative: string): string | undefined {
  return /(?:^|\/)\.git\/(.+)$/.exec(relative)?.[1];
}

function tooMany({ asked }: Place, files: number): DejimaError {
  return new DejimaError("too_large", `Cannot keep "${asked}" for undo: it holds at least ${files} files`);
}
