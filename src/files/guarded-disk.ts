import type { Stats } from "node:fs";
import { basename, dirname, posix } from "node:path";
import type { DejimaError } from "../contract/error.ts";
import { isInside } from "../support/paths.ts";
import { holdsControl } from "../text/unseen.ts";
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

/** Where a path leads, all links followed. */
export interface Place {
  /** The path as it was asked for, for messages. */
  readonly asked: string;
  /** The true path as the disk spells it. */
  readonly path: string;
  /** The true path in its one spelling, as rules see it. */
  readonly canonical: string;
  readonly protection: Protection;
  /** Whether it lies where tools may read and never write. */
  readonly sealed: boolean;
}

export interface GuardedDiskOptions {
  readonly workspace: string;
  readonly allowedPaths: readonly string[];
  readonly protectedPaths: readonly string[];
  /** Names that no tool may touch wherever they stand, whether they exist or not. */
  readonly protectedNames?: readonly string[];
  /** What tools may read and never change, whether it exists or not: code and personas that Dejima itself obeys. */
  readonly sealedPaths?: readonly string[];
  /** How folders are held while they are used; found out when left open. */
  readonly anchoring?: FolderAnchoring;
}

/** The disk behind its walls: finds places and opens folders, never outside the allowed ones. */
export interface GuardedDisk {
  locate(path: string): Promise<Place>;
  /** For a true path that the disk itself gave: its text needs no second look, the walls hold all the same. */
  locateTrue(path: string): Promise<Place>;
  /** The self-starting names that lead to the same file by links. */
  startingNames(path: string): Promise<string[]>;
  openFolder(path: string): Promise<FolderHandle>;
  /** The same at once, for listing; `undefined` if it does not open. */
  listFolder(path: string): ListedFolder | undefined;
  /** A true path as results show it: relative to the workspace where it lies inside. */
  shown(path: string): string;
  readonly locks: PathLocks;
}

/** Puts the walls up. The allowed folders are looked up once, now: a link put in the place of one later does not count. */
export async function createGuardedDisk(options: GuardedDiskOptions): Promise<GuardedDisk> {
  const spelled = [options.workspace, ...options.allowedPaths].map((path) =>
    absolute(path, options.workspace),
  );
  const [workspace = "/", ...trueRoots] = spelled.map((path) => composed(resolveLinks(path)));
  const asked: PathRoots = {
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
      if (root === undefined) throw refuse(path, "a link in it leads outside the allowed folders");
      if (holdsControl(canonical)) throw refuse(path, "a link in it leads to a name with control characters");
      if (basename(canonical).startsWith(TEMPORARY_PREFIX)) {
        throw refuse(path, "such names are kept for unfinished writes");
      }
      if (protection.coversPath(spelled) || protection.coversPath(canonical)) throw refuse(path, PROTECTED);
      const passed = passedOnWay(truePath, root);
      if (await coversAny(protection, passed)) throw refuse(path, PROTECTED);
      const sealed =
        seal.coversPath(spelled) || seal.coversPath(canonical) || (await coversAny(seal, passed));
      return { asked: path, path: truePath, canonical, protection, sealed };
    } catch (error) {
      throw ioFailure("use", path, error);
    }
  };

  return {
    locks: createPathLocks(),
    openFolder: (path) => openFolder(path, anchoring),
    listFolder: (path) => listFolder(path, anchoring),
    shown: (path) => (isInside(path, workspace) ? posix.relative(workspace, path) || "." : path),
    locate: async (path) => settle(path, lexicalPath(path, asked)),
    locateTrue: (path) => settle(path, path),
    async startingNames(path) {
      const spelled = lexicalPath(path, asked);
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

/** What stands at the path and at the folders on its way from the root. */
function passedOnWay(path: string, root: string): Stats[] {
  const passed: Stats[] = [];
  for (let part = path; isInside(composed(part), root); part = dirname(part)) {
    const stats = lookIfPossible(part);
    if (stats !== undefined) passed.push(stats);
    if (part === dirname(part)) break;
  }
  return passed;
}

function lookIfPossible(path: string): Stats | undefined {
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

/** Lets one change at a time happen to a path. */
interface PathLocks {
  /** Does the work when nobody else holds any of the paths. */
  hold<Result>(paths: readonly string[], work: () => Promise<Result>): Promise<Result>;
}

/** Makes locks that hold within this process. */
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
