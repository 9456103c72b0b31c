import { existsSync, type Stats } from "node:fs";
import { DejimaError } from "../../contract/error.ts";
import type { CallAccess } from "../call-access.ts";
import type { Place } from "../guarded-disk.ts";
import { createIgnoreRules, type IgnoreRules } from "../search/ignore-rules.ts";
import { type WalkTally, walkFolders } from "../search/walk-folders.ts";

/** Everything below some folders at one moment, by true path. */
export interface Survey {
  readonly files: ReadonlyMap<string, { readonly stats: Stats; readonly start: Place }>;
  readonly folders: ReadonlySet<string>;
  /** Links, pipes, folders that do not open and the like: what can be seen, but not put back. Each with what tells it apart. */
  readonly others: ReadonlyMap<string, string>;
  /** What the ignore rules leave out, its topmost folders and files. */
  readonly ignored: ReadonlySet<string>;
  /** The rules by which things were left out, by the path of the start. */
  readonly rules: ReadonlyMap<string, IgnoreRules>;
}

interface SurveyOptions {
  readonly mostFiles?: number;
  /** An earlier look: what it left out is left out again, and nothing else, whatever ignore files say by now. */
  readonly before?: Survey;
}

/** Longer paths can be walked to step by step, but not opened by name. */
const LONGEST_PATH = 3_800;

/** Looks at trees, links unfollowed. What a .gitignore names can be made again and is left out, Dejima's own as well. */
export async function surveyFolders(
  access: CallAccess,
  starts: readonly Place[],
  options: SurveyOptions = {},
): Promise<Survey> {
  const survey: OpenSurvey = {
    files: new Map(),
    folders: new Set(),
    others: new Map(),
    ignored: new Set(),
    rules: new Map(),
  };
  for (const start of starts) {
    // What is not there yet holds nothing.
    if (existsSync(start.path)) await surveyFolder(access, start, survey, options);
  }
  return survey;
}

interface OpenSurvey extends Survey {
  readonly files: Map<string, { stats: Stats; start: Place }>;
  readonly folders: Set<string>;
  readonly others: Map<string, string>;
  readonly ignored: Set<string>;
  readonly rules: Map<string, IgnoreRules>;
}

async function surveyFolder(
  access: CallAccess,
  start: Place,
  survey: OpenSurvey,
  { mostFiles = Number.POSITIVE_INFINITY, before }: SurveyOptions,
): Promise<void> {
  const { files, folders, others, ignored } = survey;
  const rules =
    before === undefined ? await createIgnoreRules(access.disk, start) : before.rules.get(start.path);
  if (rules !== undefined) survey.rules.set(start.path, rules);
  const isLeftOut = (relative: string, isFolder: boolean) =>
    isGitObject(relative) ??
    // The folder of a repository is no part of what its .gitignore speaks of.
    (!isGit(relative) && rules?.ignores(relative, isFolder) === true);
  const unopened: string[] = [];
  const tally: WalkTally = { hidden: 0, exhausted: false, unopened };
  for await (const { folder, relative, entries } of walkFolders(access, {
    start,
    sensitive: () => false,
    tally,
    descends: ({ relative, path }) => !isLeftOut(relative, true) && !others.has(path),
  })) {
    if (before === undefined) await rules?.enter(folder, relative);
    for (const { relative, path, stats } of entries) {
      if (isLeftOut(relative, stats.isDirectory())) {
        if (isGitObject(relative) === undefined) ignored.add(path);
      } else if (stats.isFile()) files.set(path, { stats, start });
      else if (stats.isDirectory() && Buffer.byteLength(path) <= LONGEST_PATH) folders.add(path);
      else others.set(path, `${stats.ino} ${stats.ctimeMs}`);
    }
    if (files.size > mostFiles) throw tooMany(start, `at least ${files.size} files`);
    if (tally.exhausted) throw tooMany(start, "too many files, or folders nested too deep");
  }
  for (const path of unopened) others.set(path, "unopened");

  /** Objects of Git are only ever added, and one too many does no harm; a repository that was not there before is no excuse. */
  function isGitObject(relative: string): true | undefined {
    const [, git, inside] = /^((?:.*?\/)?\.git)\/(.+)$/.exec(relative) ?? [];
    if (git === undefined || inside === undefined || !/^objects\/(?:[0-9a-f]{2}|pack)(?:\/|$)/.test(inside))
      return undefined;
    return before === undefined || before.folders.has(`${start.path}/${git}`) ? true : undefined;
  }
}

function isGit(relative: string): boolean {
  return /(?:^|\/)\.git(?:\/|$)/.test(relative);
}

function tooMany({ asked }: Place, what: string): DejimaError {
  return new DejimaError("too_large", `Cannot keep "${asked}" for undo: it holds ${what}`);
}
