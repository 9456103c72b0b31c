import { closeSync, existsSync, globSync, openSync, readSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { isOfSystem } from "./run-fetch.ts";

/** A Python of this machine that can fetch packages. */
export interface Python {
  readonly program: string;
  /** Folders that it needs, besides those that every contained program sees. */
  readonly folders: readonly string[];
}

/** The oldest minor version that current servers support. */
const MIN_MINOR_VERSION = 10;

/** Where people install their own Pythons. */
const USER_FOLDERS = [
  ".local/share/uv/python/cpython-3*/bin/python3",
  ".pyenv/versions/3*/bin/python3",
  ".local/share/mise/installs/python/3*/bin/python3",
];

/** Finds a Python of 3.10 or newer with pip: preferably the system's, which every contained program sees. */
export function findPython(
  variables: Readonly<Record<string, string | undefined>>,
  ofSystem: readonly string[] = ["/usr/bin/python3", "/usr/local/bin/python3"],
): Python {
  const onPath = (variables.PATH ?? "").split(delimiter).map((folder) => join(folder, "python3"));
  const own = USER_FOLDERS.flatMap((pattern) => globSync(pattern, { cwd: variables.HOME ?? "/nonexistent" }))
    .map((path) => join(variables.HOME ?? "", path))
    .sort()
    .reverse();
  const found = [...ofSystem, ...onPath, ...own].flatMap(describe)[0];
  if (found !== undefined) return found;
  throw new DejimaError(
    "spawn_failed",
    "Cannot fetch Python packages: no Python 3.10 or newer with pip on this machine. Install one, such as with `apt install python3-pip` or `uv python install`",
  );
}

function describe(path: string): Python[] {
  try {
    const program = realpathSync(path);
    if (isScript(program)) return []; // a shim, which leads somewhere else each time
    const [, minor = "0"] = /python3\.(\d+)$/.exec(program) ?? [];
    const prefix = dirname(dirname(program));
    const homes = [`lib/python3.${minor}/site-packages/pip`, "lib/python3/dist-packages/pip"];
    const hasPip = homes.some((home) => existsSync(join(prefix, home)));
    if (Number(minor) < MIN_MINOR_VERSION || !hasPip) return [];
    return [{ program, folders: isOfSystem(prefix) ? [] : [prefix] }];
  } catch {
    return []; // not installed here
  }
}

function isScript(path: string): boolean {
  const handle = openSync(path, "r");
  try {
    const start = Buffer.alloc(2);
    readSync(handle, start, 0, 2, 0);
    return start.toString() === "#!";
  } finally {
    closeSync(handle);
  }
}
