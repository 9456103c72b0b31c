import { selfStarting } from "../../contract/self-starting/self-starting.ts";
import { isInside } from "../../support/is-inside.ts";
import { linksAbove } from "./starting-links.ts";

/**
 * The self-starting names that lead to a file: the one that was asked for, and links and configs of repositories in the folders
 * above it. Writing the file starts what they name. Links elsewhere in the tree are not looked for.
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
  return [...names];
}
