import { copyFile, lstat, mkdir, realpath, symlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { FileAccess } from "../../../contract/data/file-access.ts";
import type { Effect } from "../../../contract/effect.ts";
import type { Mount } from "../../../sandbox/sandbox.ts";
import { isInside } from "../../../support/paths.ts";

/** Where a script's files come from. */
export interface FilePlaces {
  readonly workspace: string;
  /** Paths that no script may see. */
  readonly hidden: readonly string[];
}

/** A file of the workspace that an argument names. */
interface NamedFile {
  /** The path as the argument spells it. */
  readonly given: string;
  /** The real path. */
  readonly path: string;
}

/** The folders that a call requests, besides those of the skill's contract. */
export interface RequestedFolders {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/**
 * Finds the files of the workspace that arguments name: `data.json`, `--input=data.json`. Folders have to be
 * requested.
 */
export async function namedFiles(args: readonly string[], places: FilePlaces): Promise<NamedFile[]> {
  const wanted = valuesOf(args).filter((text) => !text.startsWith("-") && !text.includes("\0"));
  const found = await Promise.all(wanted.map((text) => namedFile(text, places)));
  return found.flat();
}

/** The values of arguments, without their option names. */
function valuesOf(args: readonly string[]): string[] {
  const values = args.map((arg) => (arg.startsWith("-") ? arg.slice(arg.indexOf("=") + 1) : arg));
  return [...new Set(values)].filter((text) => text !== "");
}

async function namedFile(argument: string, { workspace, hidden }: FilePlaces): Promise<NamedFile[]> {
  const wanted = resolve(workspace, argument);
  if (!isInside(wanted, workspace)) return [];
  const path = await realpath(wanted).catch(() => undefined); // an argument that names no file
  if (path === undefined || !isInside(path, workspace)) return [];
  if (hidden.some((place) => isInside(path, place))) return [];
  const stats = await lstat(path);
  return stats.isFile() ? [{ given: argument, path }] : [];
}

/** What a script would touch of its files, for the policy and for the question. */
export async function fileEffects(
  named: readonly NamedFile[],
  { read, write }: RequestedFolders,
  { workspace }: FilePlaces,
): Promise<Effect[]> {
  const reads = [...named.map(({ path }) => path), ...read, ...write];
  const targets = await Promise.all(reads.map((path) => truePath(resolve(workspace, path))));
  const writes = await Promise.all(write.map((path) => truePath(resolve(workspace, path))));
  return [
    ...[...new Set(targets)].map((target): Effect => ({ kind: "file.read", target })),
    ...[...new Set(writes)].map((target): Effect => ({ kind: "file.write", target })),
  ];
}

/** The real path. A folder that does not exist yet keeps its path. */
export const truePath = (path: string): Promise<string> => realpath(path).catch(() => path);

/** What a script gets of the workspace, and what is withheld. */
interface ProvidedFiles {
  readonly mounts: readonly Mount[];
  readonly named: readonly NamedFile[];
  /** Requested paths that it does not get, because rules or protected names withhold them. */
  readonly withheld: readonly string[];
}

/**
 * Checks a call's requested files against what was judged, and leaves out what rules or names of secrets
 * withhold. Throws for a folder that is missing or not permitted.
 */
export async function provideFiles(
  named: readonly NamedFile[],
  { read, write }: RequestedFolders,
  { files, workspace }: { readonly files: FileAccess; readonly workspace: string },
): Promise<ProvidedFiles> {
  if (named.length + read.length + write.length === 0) return { mounts: [], named, withheld: [] };
  const masks = await files.masks([{ path: workspace, access: "read-only" }]);
  const hides = masks
    .filter(({ type }) => type === "hide-file" || type === "hide-folder")
    .map(({ path }) => path);
  const isWithheld = (path: string) => hides.some((masked) => isInside(path, masked));
  const mounts: Mount[] = [];
  const withheld: string[] = [];
  const give = async (path: string, access: Mount["access"]) => {
    await files.info(path); // exactly what was judged is passed on
    const real = await realpath(path);
    if (isWithheld(real)) withheld.push(relative(workspace, real));
    else mounts.push({ path: real, access });
  };
  for (const path of write) await give(resolve(workspace, path), "read-write");
  for (const path of read) await give(resolve(workspace, path), "read-only");
  const usable: NamedFile[] = [];
  for (const file of named) {
    await give(file.path, "read-only");
    if (!isWithheld(file.path)) usable.push(file);
  }
  return { mounts, named: usable, withheld };
}

/**
 * Links the files that relative arguments name into the working folder, under the same relative paths.
 * Returns the links.
 */
export async function linkFiles(
  folder: string,
  paths: readonly string[],
  workspace: string,
): Promise<readonly string[]> {
  const linked: string[] = [];
  for (const place of relativePlaces(paths, workspace)) {
    if (linked.some((outer) => place.startsWith(`${outer}/`))) continue;
    const link = join(folder, place);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(workspace, place), link).catch(() => {}); // an artifact has the same name
    linked.push(place);
  }
  return linked;
}

/**
 * Creates the folders of new files that relative arguments name, such as `-o out/report.csv`. Creates nothing
 * inside a link.
 */
export async function makeOutputFolders(
  folder: string,
  args: readonly string[],
  { workspace, linked }: { readonly workspace: string; readonly linked: readonly string[] },
): Promise<void> {
  const wanted = valuesOf(args).filter((text) => text.includes("/") && !/[\0]|:\/\//.test(text));
  for (const place of relativePlaces(wanted, workspace)) {
    if (linked.some((outer) => place === outer || place.startsWith(`${outer}/`))) continue;
    await mkdir(dirname(join(folder, place)), { recursive: true }).catch(() => {}); // an artifact is in the way
  }
}

/** Relative paths inside the workspace, normalized, shortest first. */
function relativePlaces(paths: readonly string[], workspace: string): string[] {
  const places = paths
    .filter((path) => !isAbsolute(path))
    .map((path) => relative(workspace, resolve(workspace, path)))
    .filter((path) => path !== "" && !path.startsWith(".."));
  return [...new Set(places)].sort((one, other) => one.length - other.length);
}

/** Copies the artifacts that arguments name into the working folder. Returns the paths of the copies. */
export async function copyArtifacts(
  args: readonly string[],
  { folder, artifacts, names }: { folder: string; artifacts: string; names: ReadonlySet<string> },
): Promise<string[]> {
  const copies: string[] = [];
  for (const text of valuesOf(args)) {
    const name = text.replace(/^(?:\.\/)?artifacts\//, "");
    if (!names.has(name)) continue;
    const copy = join(folder, text === name ? name : join("artifacts", name));
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(artifacts, name), copy);
    copies.push(copy);
  }
  return copies;
}

/** Arguments for a script that does not start in the working folder: named files by their real paths. */
export function absoluteArguments(args: readonly string[], named: readonly NamedFile[]): string[] {
  const paths = new Map(named.map(({ given, path }) => [given, path]));
  return args.map((arg) => {
    const at = arg.startsWith("-") ? arg.indexOf("=") + 1 : 0;
    const path = paths.get(arg.slice(at));
    return path === undefined ? arg : arg.slice(0, at) + path;
  });
}
