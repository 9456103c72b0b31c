import { foldPath } from "./fold-path.ts";

/**
 * Whether a folder with entries of these names is one that Git takes for a repository, whatever the folder is called: a bare
 * repository, the folder of a worktree, or a `.git` under another name.
 */
export function isGitFolder(entries: Iterable<string>): boolean {
  const names = new Set<string>();
  for (const entry of entries) if (entry.length < 12) names.add(foldPath(entry));
  return names.has("head") && ((names.has("objects") && names.has("refs")) || names.has("commondir"));
}
