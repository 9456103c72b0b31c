import { foldPath } from "../../text/spelling/fold-path.ts";

/**
 * Whether Git takes a folder with these entries for a repository, whatever the folder is called: a bare repository, the
 * folder of a worktree, or a `.git` under another name.
 */
export function isGitFolder(entries: Iterable<string>): boolean {
  const names = new Set<string>();
  for (const entry of entries) if (entry.length < 12) names.add(foldPath(entry));
  return names.has("head") && ((names.has("objects") && names.has("refs")) || names.has("commondir"));
}
