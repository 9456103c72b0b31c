import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type CatalogueEntry,
  type CatalogueProblem,
  type FileStamp,
  type IndexStore,
  readIndex,
  type ScannedFolder,
  type SkillFolder,
  type SkillRoot,
  writeIndex,
} from "./catalogue-entry.ts";

/** All skills of some folders. Reads only changed skills again. */
export interface Catalogue {
  /** Scans the disk and returns the names that were added, changed or removed. Concurrent calls share one scan. */
  refresh(): Promise<readonly string[]>;
  /** Returns the same list while nothing has changed. */
  entries(): readonly CatalogueEntry[];
  get(name: string): CatalogueEntry | undefined;
  /** Skills that cannot be loaded, or that are hidden by another one of the same name. */
  problems(): readonly CatalogueProblem[];
}

/** Creates the catalogue of some folders. The first `refresh` reads them. */
export function createCatalogue(roots: readonly SkillRoot[], storage?: IndexStore): Catalogue {
  const scanned = new Map<string, ReadonlyMap<string, ScannedFolder>>();
  let [byName, problems]: [Map<string, CatalogueEntry>, CatalogueProblem[]] = [new Map(), []];
  let entries: readonly CatalogueEntry[] = [];
  let running: Promise<readonly string[]> | undefined;
  let waiting: Promise<readonly string[]> | undefined;
  const start = () => {
    running = scan().finally(() => {
      running = undefined;
    });
    return running;
  };

  const scan = async (): Promise<readonly string[]> => {
    for (const root of roots) {
      const { folder } = root;
      const before = scanned.get(folder) ?? (await readIndex(storage, folder));
      const { after, changed } = await scanRoot(root, before);
      scanned.set(folder, after);
      if (changed && storage !== undefined) await writeIndex(storage, folder, after);
    }
    const merged = merge(roots, scanned);
    const names = changedNames(byName, merged.byName);
    ({ byName, problems } = merged);
    if (names.length > 0) entries = [...byName.values()];
    return names;
  };

  return {
    refresh() {
      if (running === undefined) return start();
      // The current scan may have passed what has changed meanwhile.
      waiting ??= running
        .catch(() => [])
        .then(() => {
          waiting = undefined;
          return start();
        });
      return waiting;
    },
    entries: () => entries,
    get: (name) => byName.get(name),
    problems: () => problems,
  };
}

async function scanRoot(
  { folder: root, depth }: SkillRoot,
  before: ReadonlyMap<string, ScannedFolder>,
): Promise<{ after: ReadonlyMap<string, ScannedFolder>; changed: boolean }> {
  const found = await findSkillFolders(root, depth);
  const stale = found.filter(({ path, stamp }) => !sameStamp(before.get(path)?.stamp, stamp));
  if (stale.length === 0 && found.length === before.size) return { after: before, changed: false };
  const fresh = await loadAll(root, stale);
  const after = new Map<string, ScannedFolder>();
  for (const { path } of found) {
    const folder = fresh.get(path) ?? before.get(path);
    if (folder !== undefined) after.set(path, folder);
  }
  return { after, changed: true };
}

async function loadAll(root: string, folders: readonly SkillFolder[]): Promise<Map<string, ScannedFolder>> {
  if (folders.length === 0) return new Map();
  // Imported on demand: if nothing changed, a start needs no YAML parser.
  const { loadFolders } = await import("./load-folders.ts");
  return loadFolders(root, folders);
}

function sameStamp(a: FileStamp | undefined, b: FileStamp): boolean {
  return a !== undefined && a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}

/** One entry per name. The first root wins, so that a project cannot replace a more trusted skill. */
function merge(
  roots: readonly SkillRoot[],
  scanned: ReadonlyMap<string, ReadonlyMap<string, ScannedFolder>>,
) {
  const byName = new Map<string, CatalogueEntry>();
  const problems: CatalogueProblem[] = [];
  for (const { folder: root, level } of roots) {
    // Paths below a root are canonical already; `join` is slow for ten thousand of them.
    const below = join(root, "/");
    for (const { path, skill, reason } of scanned.get(root)?.values() ?? []) {
      const folder = below + path;
      const other = skill && byName.get(skill.name);
      if (skill === undefined) problems.push({ folder, reason: reason ?? "it cannot be loaded" });
      else if (other !== undefined)
        problems.push({ folder, reason: `the name ${skill.name} is taken by ${other.folder}` });
      else byName.set(skill.name, { ...skill, level, folder });
    }
  }
  return { byName, problems };
}

function changedNames(
  before: ReadonlyMap<string, CatalogueEntry>,
  after: ReadonlyMap<string, CatalogueEntry>,
): string[] {
  const same = (a: CatalogueEntry | undefined, b: CatalogueEntry | undefined) =>
    a !== undefined && b !== undefined && a.sha256 === b.sha256 && a.folder === b.folder;
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !same(before.get(name), after.get(name)),
  );
}

/** How deep below a root skills are searched. */
const MAX_DEPTH = 3;

const TURN_EVERY = 256;

const OTHER_MAIN_FILES = /^skill\.(?:md|ya?ml)$/i;

/**
 * Finds the folders that contain a skill, by names and stamps alone. Uses synchronous calls in short turns: ten thousand
 * asynchronous ones take three times as long.
 */
async function findSkillFolders(root: string, deepest: number = MAX_DEPTH): Promise<SkillFolder[]> {
  const found: SkillFolder[] = [];
  let visited = 0;
  const visit = async (prefix: string, depth: number): Promise<void> => {
    for (const entry of entriesOf(`${root}/${prefix}`)) {
      if (
        entry.name.startsWith(".") ||
        entry.name === "node_modules" ||
        !(entry.isDirectory() || entry.isSymbolicLink())
      )
        continue;
      const path = `${prefix}${entry.name}`;
      const stamp = stampOf(`${root}/${path}/SKILL.md`) ?? otherStamp(`${root}/${path}`);
      if (stamp !== undefined) found.push({ path, stamp });
      else if (depth < deepest && entry.isDirectory()) await visit(`${path}/`, depth + 1);
      visited += 1;
      if (visited % TURN_EVERY === 0) await nextTurn();
    }
  };
  await visit("", 1);
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function stampOf(file: string): FileStamp | undefined {
  const info = statSync(file, { throwIfNoEntry: false });
  return info?.isFile() ? [info.size, info.mtimeMs, info.ctimeMs, info.ino] : undefined;
}

function otherStamp(folder: string): FileStamp | undefined {
  const name = entriesOf(folder).find((entry) => OTHER_MAIN_FILES.test(entry.name))?.name;
  return name === undefined ? undefined : stampOf(`${folder}/${name}`);
}
