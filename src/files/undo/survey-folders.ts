import { existsSync, type Stats } from "node:fs";
import { DejimaError } from "../../contract/error.ts";
import type { CallAccess } from "../call-access.ts";
import type { Place } from "../guarded-disk.ts";
import { createIgnoreRules, type IgnoreRules } from "../search/ignore-rules.ts";
import { type WalkTally, walkFolders } from "../search/walk-folders.ts";

/** Everything below some folders at one moment, by canonical path. */
export interface Survey {
  readonly files: ReadonlyMap<string, { readonly stats: Stats; readonly start: Place }>;
  readonly folders: ReadonlySet<string>;
  /** Links, pipes, folders that cannot be opened and the like: visible, but not restorable. Each with an identifying text. */
  readonly others: ReadonlyMap<string, string>;
  /** The topmost folders and files that the ignore rules exclude. */
  readonly ignored: ReadonlySet<string>;
  /** The ignore rules that were applied, by the path of the start. */
  readonly rules: ReadonlyMap<string, IgnoreRules>;
}

interface SurveyOptions {
  readonly mostFiles?: number;
  /** An earlier survey. Exactly what it excluded is excluded again, whatever ignore files say by now. */
  readonly before?: Survey;
}

/** Longer paths can be reached step by step, but not opened by name. */
const MAX_PATH_LENGTH = 3_800;

/** Surveys trees without following links. Paths in a .gitignore can be recreated and are excluded, and so are Dejima's own. */
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
    // A folder that does not exist yet is empty.
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
  const isExcluded = (relative: string, isFolder: boolean) =>
    isGitObject(relative) ??
    // A .gitignore does not apply to the folder of the repository itself.
    (!isGit(relative) && rules?.ignores(relative, isFolder) === true);
  const unopened: string[] = [];
  const tally: WalkTally = { hidden: 0, exhausted: false, unopened };
  for await (const { folder, relative, entries } of walkFolders(access, {
    start,
    sensitive: () => false,
    tally,
    descends: ({ relative, path }) => !isExcluded(relative, true) && !others.has(path),
  })) {
    if (before === undefined) await rules?.enter(folder, relative);
    for (const { relative, path, stats } of entries) {
      if (isExcluded(relative, stats.isDirectory())) {
        if (isGitObject(relative) === undefined) ignored.add(path);
      } else if (stats.isFile()) files.set(path, { stats, start });
      else if (stats.isDirectory() && Buffer.byteLength(path) <= MAX_PATH_LENGTH) folders.add(path);
      else others.set(path, `${stats.ino} ${stats.ctimeMs}`);
    }
    if (files.size > mostFiles) throw tooMany(start, `at least ${files.size} files`);
    if (tally.exhausted) throw tooMany(start, "too many files, or folders nested too deep");
  }
  for (const path of unopened) others.set(path, "unopened");

  /** Git objects are only ever added, and an extra one does no harm. This does not apply to a repository that is new. */
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

function tooMany({ requested }: Place, what: string): DejimaError {
  return new DejimaError("too_large", `Cannot keep "${requested}" for undo: it contains ${what}`);
}
