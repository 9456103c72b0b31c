import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { ChangedFile } from "../../contract/data/file-access.ts";
import type { Mark } from "../../contract/mark.ts";
import { compileWildcard, literalPrefix } from "../../policy/wildcard.ts";
import type { MarkRepository } from "../../store/store.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { isInside } from "../../support/paths.ts";

/** Sources of stored content, and where it was stored. */
export interface StoredMark {
  readonly through: string;
  readonly sources: readonly string[];
}

/** The marks on files and content, in memory. Marks of other processes appear with the next refresh. */
export interface MarkIndex {
  /** The marks of a file: by its canonical path, by a folder above it, or by its content. */
  ofFile(path: string, content?: Uint8Array): Promise<StoredMark[]>;
  /** The marks of these paths, without their content. */
  ofPaths(paths: readonly string[]): Promise<StoredMark[]>;
  /** The marks of content, wherever it is stored. */
  ofContent(hash: string): Promise<StoredMark[]>;
  /**
   * The marks on anything in these folders. A marked file that no longer exists counts as well: it may have been renamed within
   * the folder.
   */
  inFolders(folders: readonly string[]): Promise<StoredMark[]>;
  put(marks: readonly Mark[]): Promise<void>;
  /**
   * Removes the marks of these paths. Marks on their content stay, and replaced content gets the mark that its path had: an undo
   * brings it back. Does nothing for paths without a mark.
   */
  clearPaths(changes: readonly ChangedFile[], runId: string): Promise<void>;
  /**
   * Clears the marks of a path, of everything below it, of content first seen there, and of this content. Returns the cleared
   * marks.
   */
  clear(path: string, hash: string | undefined): Promise<Mark[]>;
}

interface MarkIndexParts {
  /** Patterns of files that other people wrote, as absolute canonical paths. */
  readonly untrusted?: readonly string[];
  marks(): Promise<MarkRepository>;
  now(): number;
}

/** Creates the index. Nothing is read before the first query. */
export function createMarkIndex({ marks, now, untrusted = [] }: MarkIndexParts): MarkIndex {
  const marked = {
    file: new Map<string, Mark>(),
    folder: new Map<string, Mark>(),
    content: new Map<string, Mark>(),
  };
  const untrustedPatterns = untrusted.map((pattern) => ({
    pattern,
    folder: literalPrefix(pattern),
    matches: compileWildcard(pattern, "segment"),
  }));
  const matchUntrusted = (fits: (entry: (typeof untrustedPatterns)[number]) => boolean): StoredMark[] =>
    untrustedPatterns
      .filter(fits)
      .map(({ pattern }) => ({ through: pattern, sources: [`files in ${pattern}`] }));
  let revision = 0;
  let turn: Promise<void> = Promise.resolve();

  // Sequential, so that an older answer cannot overwrite a newer one.
  function refresh(): Promise<void> {
    const done = turn.then(applyChanges);
    turn = done.catch(() => {});
    return done;
  }

  async function applyChanges(): Promise<void> {
    const changed = await (await marks()).changedSince(revision);
    revision = Math.max(revision, changed.revision);
    for (const mark of changed.marks) {
      if (mark.sources.length === 0) marked[mark.kind].delete(mark.key);
      else marked[mark.kind].set(mark.key, mark);
    }
  }

  const put = async (added: readonly Mark[]) => {
    if (added.length === 0) return;
    await (await marks()).put(added);
    await refresh();
  };

  const byPath = (path: string): Mark[] => {
    const found = marked.file.get(path);
    return [...(found === undefined ? [] : [found]), ...foldersAbove(path)];
  };

  function foldersAbove(path: string): Mark[] {
    if (marked.folder.size === 0) return [];
    const found: Mark[] = [];
    for (let folder = path; ; folder = dirname(folder)) {
      const mark = marked.folder.get(folder);
      if (mark !== undefined) found.push(mark);
      if (folder === dirname(folder)) return found;
    }
  }

  const byContent = (hash: string): Mark[] => {
    const found = marked.content.get(hash);
    return found === undefined ? [] : [found];
  };

  return {
    put,
    async ofFile(path, content) {
      await refresh();
      const same =
        content === undefined || content.length === 0 || marked.content.size === 0
          ? []
          : byContent(sha256(content));
      return [...[...byPath(path), ...same].map(toFound), ...matchUntrusted(({ matches }) => matches(path))];
    },
    async ofPaths(paths) {
      await refresh();
      const others = paths.flatMap((path) => matchUntrusted(({ matches }) => matches(path)));
      return marked.file.size + marked.folder.size === 0
        ? others
        : [...paths.flatMap(byPath).map(toFound), ...others];
    },
    async ofContent(hash) {
      await refresh();
      return byContent(hash).map(toFound);
    },
    async inFolders(folders) {
      await refresh();
      const inside = ({ key }: Mark) => folders.some((folder) => isInside(key, folder));
      const above = folders.flatMap(foldersAbove);
      const found = [...marked.file.values(), ...marked.folder.values()].filter(inside);
      // A program that unpacks an archive can mark thousands of files with the same sources.
      const distinct = new Map([...above, ...found].map((mark) => [JSON.stringify(mark.sources), mark]));
      const others = matchUntrusted(({ folder: place }) =>
        folders.some((folder) => (isInside(place, folder) && existsSync(place)) || isInside(folder, place)),
      );
      return [...[...distinct.values()].map(toFound), ...others];
    },
    async clearPaths(changes, runId) {
      await refresh();
      const at = Math.floor(now());
      const byPathOnce = new Map(changes.map((change) => [change.path, change]));
      const made = [...byPathOnce.values()].flatMap(({ path, sha256: hash, replaced }): Mark[] => {
        const mark = marked.file.get(path);
        if (mark === undefined) return [];
        const kept = replaced === undefined || replaced === hash || replaced === EMPTY ? [] : [replaced];
        return [
          { ...mark, sources: [], runId, at },
          ...kept.map((key): Mark => ({ ...mark, kind: "content", key, runId, at })),
        ];
      });
      await put(made);
    },
    async clear(path, hash) {
      await refresh();
      const found = [
        ...[...marked.file.values(), ...marked.folder.values()].filter(({ key }) => isInside(key, path)),
        ...[...marked.content.values()].filter(({ key, name }) => key === hash || isInside(name, path)),
      ];
      await put(found.map((mark) => ({ ...mark, sources: [], at: Math.floor(now()) })));
      return found;
    },
  };
}

/** Empty content is the same everywhere, so it is never marked. */
export const EMPTY = sha256("");

function toFound({ name, sources }: Mark): StoredMark {
  return { through: name, sources };
}
