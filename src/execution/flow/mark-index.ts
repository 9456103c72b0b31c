import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Mark } from "../../contract/mark.ts";
import { compileWildcard, literalPrefix } from "../../policy/wildcard.ts";
import type { MarkRepository } from "../../store/store.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { isInside } from "../../support/paths.ts";

/** Sources that came with something stored, and where that stood. */
export interface Found {
  readonly through: string;
  readonly sources: readonly string[];
}

/** The marks on files and content, in memory; what other processes mark is seen with the next look. */
export interface MarkIndex {
  /** The marks that a file has: by its true path, by a folder above it, or by its content. */
  ofFile(path: string, content?: Uint8Array): Promise<Found[]>;
  /** The marks that these paths have by themselves. */
  ofPaths(paths: readonly string[]): Promise<Found[]>;
  /** The marks that content has, wherever it stands. */
  ofContent(hash: string): Promise<Found[]>;
  /**
   * The marks on anything in these folders. A marked file that is gone counts as well: somebody may have moved it to another
   * name in the same folder.
   */
  inFolders(folders: readonly string[]): Promise<Found[]>;
  put(marks: readonly Mark[]): Promise<void>;
  /** Takes the marks of these paths away; those on their content stay. Does nothing for paths without one. */
  clearPaths(paths: readonly string[], runId: string): Promise<void>;
  /** Clears the marks of a path, of all below it, of content first seen there, and of this content. Says which there were. */
  clear(path: string, hash: string | undefined): Promise<Mark[]>;
}

interface MarkIndexParts {
  /** The patterns of files that others wrote, as true absolute paths. */
  readonly untrusted?: readonly string[];
  marks(): Promise<MarkRepository>;
  now(): number;
}

/** Opens the index. Nothing is read before the first look. */
export function createMarkIndex({ marks, now, untrusted = [] }: MarkIndexParts): MarkIndex {
  const held = {
    file: new Map<string, Mark>(),
    folder: new Map<string, Mark>(),
    content: new Map<string, Mark>(),
  };
  const strangers = untrusted.map((pattern) => ({
    pattern,
    folder: literalPrefix(pattern),
    matches: compileWildcard(pattern, "segment"),
  }));
  const ofOthers = (fits: (stranger: (typeof strangers)[number]) => boolean): Found[] =>
    strangers.filter(fits).map(({ pattern }) => ({ through: pattern, sources: [`files in ${pattern}`] }));
  let revision = 0;
  let turn: Promise<void> = Promise.resolve();

  // One after the other: an older answer must not undo a newer one.
  function refresh(): Promise<void> {
    const done = turn.then(takeOver);
    turn = done.catch(() => {});
    return done;
  }

  async function takeOver(): Promise<void> {
    const changed = await (await marks()).changedSince(revision);
    revision = Math.max(revision, changed.revision);
    for (const mark of changed.marks) {
      if (mark.sources.length === 0) held[mark.kind].delete(mark.key);
      else held[mark.kind].set(mark.key, mark);
    }
  }

  const put = async (added: readonly Mark[]) => {
    if (added.length === 0) return;
    await (await marks()).put(added);
    await refresh();
  };

  const byPath = (path: string): Mark[] => {
    const found = held.file.get(path);
    return [...(found === undefined ? [] : [found]), ...foldersAbove(path)];
  };

  function foldersAbove(path: string): Mark[] {
    if (held.folder.size === 0) return [];
    const found: Mark[] = [];
    for (let folder = path; ; folder = dirname(folder)) {
      const mark = held.folder.get(folder);
      if (mark !== undefined) found.push(mark);
      if (folder === dirname(folder)) return found;
    }
  }

  const byContent = (hash: string): Mark[] => {
    const found = held.content.get(hash);
    return found === undefined ? [] : [found];
  };

  return {
    put,
    async ofFile(path, content) {
      await refresh();
      // Empty content is everybody's.
      const same =
        content === undefined || content.length === 0 || held.content.size === 0
          ? []
          : byContent(sha256(content));
      return [...[...byPath(path), ...same].map(asFound), ...ofOthers(({ matches }) => matches(path))];
    },
    async ofPaths(paths) {
      await refresh();
      const others = paths.flatMap((path) => ofOthers(({ matches }) => matches(path)));
      return held.file.size + held.folder.size === 0
        ? others
        : [...paths.flatMap(byPath).map(asFound), ...others];
    },
    async ofContent(hash) {
      await refresh();
      return byContent(hash).map(asFound);
    },
    async inFolders(folders) {
      await refresh();
      const inside = ({ key }: Mark) => folders.some((folder) => isInside(key, folder));
      const above = folders.flatMap(foldersAbove);
      const found = [...held.file.values(), ...held.folder.values()].filter(inside);
      // A program that unpacked an archive marks thousands of files with the same sources.
      const distinct = new Map([...above, ...found].map((mark) => [JSON.stringify(mark.sources), mark]));
      const others = ofOthers(({ folder: place }) =>
        folders.some((folder) => (isInside(place, folder) && existsSync(place)) || isInside(folder, place)),
      );
      return [...[...distinct.values()].map(asFound), ...others];
    },
    async clearPaths(paths, runId) {
      await refresh();
      const known = paths.flatMap((path) => held.file.get(path) ?? []);
      await put(known.map((mark) => ({ ...mark, sources: [], runId, at: Math.floor(now()) })));
    },
    async clear(path, hash) {
      await refresh();
      const found = [
        ...[...held.file.values(), ...held.folder.values()].filter(({ key }) => isInside(key, path)),
        ...[...held.content.values()].filter(({ key, name }) => key === hash || isInside(name, path)),
      ];
      await put(found.map((mark) => ({ ...mark, sources: [], at: Math.floor(now()) })));
      return found;
    },
  };
}

function asFound({ name, sources }: Mark): Found {
  return { through: name, sources };
}
