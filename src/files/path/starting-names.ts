import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { leadsToSelfStarting, selfStarting } from "../../contract/self-starting/self-starting.ts";
import { isWithin } from "./is-within.ts";
import { resolveLinks } from "./resolve-links.ts";

/** Folders beside a file in which links to it or to a folder above it are looked for. */
const BESIDE = ["", ".git", ".github"];

/**
 * The self-starting names that lead to a file by links: the one that was asked for, and links in the folders above it. Writing
 * the file starts what they name. Links elsewhere in the tree are not looked for.
 */
export async function startingNames(
  spelled: string,
  { path, root }: { readonly path: string; readonly root: string },
): Promise<string[]> {
  if (selfStarting(path) !== undefined) return [];
  const names = new Set(spelled !== path && selfStarting(spelled) !== undefined ? [spelled] : []);
  for (let folder = dirname(path); isWithin(root, folder); folder = dirname(folder)) {
    for (const beside of BESIDE)
      for (const name of await linksTo(path, join(folder, beside))) names.add(name);
    if (folder === dirname(folder)) break;
  }
  return [...names];
}

async function linksTo(path: string, folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const link = join(folder, entry.name);
    if (!entry.isSymbolicLink() || !(leadsToSelfStarting(link) || selfStarting(link) !== undefined)) continue;
    const target = await resolveLinks(link).catch(() => undefined);
    // A link to a folder above itself would make everything count.
    if (target === undefined || !isWithin(target, path) || isWithin(target, folder)) continue;
    const name = `${link}${path.slice(target.length)}`;
    if (selfStarting(name) !== undefined) names.push(name);
  }
  return names;
}
