import type { Stats } from "node:fs";
import { basename, dirname, posix } from "node:path";
import type { DejimaError } from "../contract/error.ts";
import { isInside } from "../support/paths.ts";
import { containsControl } from "../text/hidden-characters.ts";
import { ioFailure } from "./file-errors.ts";
import {
  detectAnchoring,
  type FolderAnchoring,
  type FolderHandle,
  type ListedFolder,
  listFolder,
  openFolder,
} from "./folder-handle.ts";
import { blocked, lexicalPath, type PathRoots } from "./path/lexical-path.ts";
import { type Protection, protectionOf } from "./path/protected-places.ts";
import { lookAt, resolveLinks } from "./path/resolve-links.ts";
import { startingNames } from "./path/starting-links.ts";
import { TEMPORARY_PREFIX } from "./temporary-file.ts";

/** Where a path leads, with all links resolved. */
export interface Place {
  /** The path as it was requested, for messages. */
  readonly requested: string;
  /** The path without links, as the disk spells it. */
  readonly path: string;
  /** The canonical path, as rules see it. */
  readonly canonical: string;
  readonly protection: Protection;
  /** Whether it is in a place that tools may read but never write. */
  readonly sealed: boolean;
}

export interface GuardedDiskOptions {
  readonly workspace: string;
  readonly allowedPaths: readonly string[];
  readonly protectedPaths: readonly string[];
  /** Names that no tool may touch anywhere, whether they exist or not. */
  readonly protectedNames?: readonly string[];
  /** Paths that tools may read and never change, whether they exist or not: code and personas that Dejima itself obeys. */
  readonly sealedPaths?: readonly string[];
  /** How open folders are addressed. Default: detected. */
  readonly anchoring?: FolderAnchoring;
}

/** The guarded disk: finds places and opens folders, never outside the allowed ones. */
export interface GuardedDisk {
  locate(path: string): Promise<Place>;
  /** For a path without links that the disk itself returned. Its text is not checked again, but the allowed folders still apply. */
  locateTrue(path: string): Promise<Place>;
  /** The self-starting names that link to the same file. */
  startingNames(path: string): Promise<string[]>;
  openFolder(path: string): Promise<FolderHandle>;
  /** The same synchronously, for listing. Returns `undefined` if it cannot be opened. */
  listFolder(path: string): ListedFolder | undefined;
  /** A canonical path as results show it: relative to the workspace if it is inside. */
  shown(path: string): string;
  readonly locks: PathLocks;
}

/** Creates the guarded disk. The allowed folders are resolved once, now: a link that replaces one later has no effect. */
export async function createGuardedDisk(options: GuardedDiskOptions): Promise<GuardedDisk> {
  const spelled = [options.workspace, ...options.allowedPaths].map((path) =>
    absolute(path, options.workspace),
  );
  const [workspace = "/", ...trueRoots] = spelled.map((path) => composed(resolveLinks(path)));
  const roots: PathRoots = {
    workspace,
    allowed: [...new Set([...trueRoots, ...spelled.slice(1)])],
  };
  const anchoring = options.anchoring ?? (await detectAnchoring());
  const protectedPaths = options.protectedPaths.map((path) => absolute(path, options.workspace));
  const sealedPaths = (options.sealedPaths ?? []).map((path) => absolute(path, options.workspace));

  const refuse = (path: string, why: string): DejimaError =>
    blocked(path, why, { workspace, allowed: trueRoots });

  const settle = async (path: string, spelled: string): Promise<Place> => {
    try {
      const truePath = resolveLinks(spelled);
      const protection = protectionOf(protectedPaths, options.protectedNames ?? []);
      const seal = protectionOf(sealedPaths, []);
      const canonical = composed(truePath);
      const root = trueRoots.find((folder) => isInside(canonical, folder));
      if (root === undefined) throw refuse(path, "a link in it is outside the allowed folders");
      if (containsControl(canonical))
        throw refuse(path, "a link in it points to a name with control characters");
      if (basename(canonical).startsWith(TEMPORARY_PREFIX)) {
        throw refuse(path, "such names are reserved for unfinished writes");
      }
      if (protection.coversPath(spelled) || protection.coversPath(canonical)) throw refuse(path, PROTECTED);
      const passed = statsOnPath(truePath, root);
      if (await coversAny(protection, passed)) throw refuse(path, PROTECTED);
      const sealed =
        seal.coversPath(spelled) || seal.coversPath(canonical) || (await coversAny(seal, passed));
      return { requested: path, path: truePath, canonical, protection, sealed };
    } catch (error) {
      throw ioFailure("use", path, error);
    }
  };

  return {
    locks: createPathLocks(),
    openFolder: (path) => openFolder(path, anchoring),
    listFolder: (path) => listFolder(path, anchoring),
    shown: (path) => (isInside(path, workspace) ? posix.relative(workspace, path) || "." : path),
    locate: async (path) => settle(path, lexicalPath(path, roots)),
    locateTrue: (path) => settle(path, path),
    async startingNames(path) {
      const spelled = lexicalPath(path, roots);
      const { canonical } = await settle(path, spelled);
      const root = trueRoots.find((folder) => isInside(canonical, folder)) ?? workspace;
      return startingNames(composed(spelled), { path: canonical, root });
    },
  };
}

/** Why Dejima's own files are refused. */
export const PROTECTED = "it belongs to Dejima itself, which no tool may read or change";

function composed(path: string): string {
  return path.normalize("NFC");
}

function absolute(path: string, workspace: string): string {
  return composed(posix.resolve(workspace, path)).replace(/(?<=.)\/$/, "");
}

/** The stats of the path and of the folders between the root and it. */
function statsOnPath(path: string, root: string): Stats[] {
  const passed: Stats[] = [];
  for (let part = path; isInside(composed(part), root); part = dirname(part)) {
    const stats = tryLookAt(part);
    if (stats !== undefined) passed.push(stats);
    if (part === dirname(part)) break;
  }
  return passed;
}

function tryLookAt(path: string): Stats | undefined {
  try {
    return lookAt(path);
  } catch {
    return undefined;
  }
}

/** Whether one of these is a protected file or folder under another name. */
async function coversAny(protection: Protection, passed: readonly Stats[]): Promise<boolean> {
  for (const stats of passed) if (await protection.coversFile(stats)) return true;
  return false;
}

/** Allows one change at a time per path. */
interface PathLocks {
  /** Runs the work once no other change of these paths is in progress. */
  hold<Result>(paths: readonly string[], work: () => Promise<Result>): Promise<Result>;
}

/** Creates locks for this process. */
function createPathLocks(): PathLocks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    async hold(paths, work) {
      const before = paths.map((path) => tails.get(path));
      const turn = Promise.allSettled(before).then(work);
      const tail = turn.catch(() => undefined);
      for (const path of paths) tails.set(path, tail);
      try {
        return await turn;
      } finally {
        for (const path of paths) if (tails.get(path) === tail) tails.delete(path);
      }
    },
  };
}
