import { lstat, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import {
  type GitPointer,
  gitPointers,
  HOOK_NAMES,
  isGitConfig,
  isGitFolder,
} from "../../contract/self-starting/git-pointers.ts";
import { leadsToSelfStarting, selfStarting } from "../../contract/self-starting/self-starting.ts";
import { isInside } from "../../support/paths.ts";
import { tryResolveLinks } from "./resolve-links.ts";

/** Another place that a self-starting name leads to, by a link or by the config of a repository. It starts under that name. */
export interface StartingLink {
  /** The path without links that it leads to, whether that exists or not. */
  readonly target: string;
  /** The name under which the target starts, for the table of self-starting files. */
  readonly name: string;
}

/** Folders beside a file that are searched for links to it or to a folder above it. */
const BESIDE = ["", ".git", ".github"];
/** Maximum number of configs that include one another. */
const MAX_CONFIGS = 20;
const MAX_CONFIG_BYTES = 1 << 20;

/** The targets of self-starting links and repository configs in the folders above a path, up to the root. */
export async function linksAbove(path: string, root: string): Promise<StartingLink[]> {
  const links: StartingLink[] = [];
  for (
    let folder = dirname(await existingPart(path, root));
    isInside(folder, root);
    folder = dirname(folder)
  ) {
    for (const beside of BESIDE) links.push(...(await linksIn(join(folder, beside))));
    links.push(...(await linksOfRepository(join(folder, ".git"), join(folder, ".git"))));
    if (isGitFolder(await namesIn(folder)))
      links.push(...(await linksOfGitFolder(folder, join(folder, ".git"))));
    if (folder === dirname(folder)) break;
  }
  return links;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function linksIn(folder: string): Promise<StartingLink[]> {
  const links: StartingLink[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const link = join(folder, entry.name);
    if (!entry.isSymbolicLink() || !(leadsToSelfStarting(link) || selfStarting(link) !== undefined)) continue;
    const target = tryResolveLinks(link);
    // A link to a folder above itself would make everything count.
    if (target !== undefined && !isInside(folder, target)) links.push({ target, name: link });
  }
  return links;
}

/** The targets of a repository's config. `git` is its folder, or the file of a worktree that names it; `name` is its name. */
export async function linksOfRepository(git: string, name: string): Promise<StartingLink[]> {
  const stats = await lstat(git).catch(() => undefined);
  if (stats?.isDirectory())
    return linksOfConfigs([join(git, "config"), join(git, "config.worktree")], dirname(git), name);
  if (!stats?.isFile()) return [];
  const [, gitFolder] = /^gitdir:\s*(.+?)\s*$/m.exec(await textOf(git)) ?? [];
  if (gitFolder === undefined) return [];
  const own = resolve(dirname(git), gitFolder);
  const shared = resolve(own, (await textOf(join(own, "commondir"))).trim() || ".");
  return linksOfConfigs([join(shared, "config"), join(own, "config.worktree")], dirname(git), name);
}

/** The same for a repository without a working tree, under any name. */
function linksOfGitFolder(git: string, name: string): Promise<StartingLink[]> {
  return linksOfConfigs([join(git, "config"), join(git, "config.worktree")], git, name);
}

/** The same for a config that was found by the name under which it starts. Empty for other files. */
export async function linksOfConfig(path: string, name: string): Promise<StartingLink[]> {
  if (!isGitConfig(name)) return [];
  const git = dirname(path);
  const tree = isGitConfig(path) ? dirname(git) : git;
  return linksOfConfigs([path], tree, dirname(name));
}

async function linksOfConfigs(
  configs: readonly string[],
  tree: string,
  name: string,
): Promise<StartingLink[]> {
  const links: StartingLink[] = [];
  const pending = [...configs];
  for (const file of pending.values()) {
    if (pending.length > MAX_CONFIGS) break;
    for (const pointer of gitPointers(await textOf(file), { file, tree })) {
      if (pointer.as === "config" && !pending.includes(pointer.path)) pending.push(pointer.path);
      links.push(...(await linksOf(pointer, tree, name)));
    }
  }
  return links;
}

async function linksOf({ path, as }: GitPointer, tree: string, name: string): Promise<StartingLink[]> {
  const target = tryResolveLinks(path);
  if (target === undefined) return [];
  if (as === "program" && (await isFolder(target)))
    return MAIN_FILES.map((main) => ({ target: join(target, main), name: `${name}/config` }));
  if (as === "config" || as === "program") return [{ target, name: `${name}/config` }];
  if (as === "word") return (await isFile(target)) ? [{ target, name: `${name}/config` }] : [];
  // If all files of the repository are below the folder of hooks, only those with the name of a hook count.
  return isInside(tree, target)
    ? HOOK_NAMES.map((hook) => ({ target: join(target, hook), name: `${name}/hooks/${hook}` }))
    : [{ target, name: `${name}/hooks` }];
}

/** The files that interpreters run when their argument is a folder. */
const MAIN_FILES = ["__main__.py", "index.js", "index.mjs", "index.cjs", "index.ts", "package.json"];

const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );

async function textOf(file: string): Promise<string> {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats?.isFile() || stats.size > MAX_CONFIG_BYTES) return "";
  return readFile(file, "utf8").catch(() => "");
}

/**
 * The self-starting names that lead to a file: the requested one, and links and repository configs in the folders above it. Writing
 * the file starts what they name. Links elsewhere in the tree are not searched.
 */
export async function startingNames(
  spelled: string,
  { path, root }: { readonly path: string; readonly root: string },
): Promise<string[]> {
  if (selfStarting(path) !== undefined) return [];
  const names = new Set(spelled !== path && selfStarting(spelled) !== undefined ? [spelled] : []);
  for (const { target, name } of await linksAbove(path, root)) {
    if (!isInside(path, target)) continue;
    const longer = `${name}${path.slice(target.length)}`;
    if (selfStarting(longer) !== undefined) names.add(longer);
  }
  for (const name of await namesInGitFolders(path, root)) names.add(name);
  return [...names];
}

/** A path up to the first name that is not an existing folder. */
async function existingPart(path: string, root: string): Promise<string> {
  if (path === root || !isInside(path, root)) return path;
  let at = root;
  for (const name of path.slice(root.length).split("/").filter(Boolean)) {
    at = join(at, name);
    if (!(await isFolder(at))) break;
  }
  return at;
}

/** Git's name for a file in a repository of any name, and for one that would make a folder a repository. */
async function namesInGitFolders(path: string, root: string): Promise<string[]> {
  const found: string[] = [];
  for (let at = await existingPart(path, root); at !== root && isInside(at, root); at = dirname(at)) {
    const folder = dirname(at);
    const names = await namesIn(folder);
    if (!isGitFolder([...names, basename(at)])) continue;
    const name = isGitFolder(names) ? `${folder}/.git${path.slice(folder.length)}` : `${folder}/.git`;
    if (selfStarting(name) !== undefined) found.push(name);
  }
  return found;
}
