import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DejimaError } from "../contract/error.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { truePath } from "../support/paths.ts";
import { thrownText } from "../support/thrown-text.ts";
import { stateFolder } from "./state-folder.ts";
import type { EnvironmentVariables } from "./substitute-environment.ts";

/** The file in a home that holds its random id. */
const ID_FILE = "home-id";

/**
 * Whether this user's Dejima made the home in this place, or the user accepted it. The user's own state folder says so: it holds
 * the home's path, inode, time of birth and id, none of which an archive can bring along.
 */
export function isClaimed(home: string, variables: EnvironmentVariables): boolean {
  const file = claimFile(home, variables);
  if (file === undefined || !isOwn(dirname(file)) || !isOwn(file)) return false;
  try {
    return readFileSync(file, "utf8") === claimText(home);
  } catch {
    return false;
  }
}

/** Makes a home that does not exist yet and notes that this user made it. Leaves an existing one alone. */
export function claimNewHome(home: string, variables: EnvironmentVariables): void {
  if (claimFile(home, variables) === undefined) return;
  try {
    mkdirSync(dirname(home), { recursive: true, mode: 0o700 });
    mkdirSync(home, { mode: 0o700 });
    // What stands in a home is nobody's source: no repository should take it in by accident.
    writeFileSync(join(home, ".gitignore"), "*\n");
  } catch {
    return; // it exists, or whoever needs it says why it cannot be made
  }
  claimHome(home, variables);
}

/** Notes that the user takes an existing home as their own. */
export function claimHome(home: string, variables: EnvironmentVariables): void {
  const file = claimFile(home, variables);
  if (file === undefined)
    throw new DejimaError(
      "io_error",
      `Cannot remember that "${home}" is yours: neither HOME nor XDG_STATE_HOME is set`,
    );
  try {
    if (readId(home) === undefined) writeFileSync(join(home, ID_FILE), randomUUID(), { mode: 0o600 });
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const beside = `${file}.${process.pid}.new`;
    writeFileSync(beside, claimText(home), { mode: 0o600 });
    renameSync(beside, file);
  } catch (cause) {
    const why = `Cannot remember that "${home}" is yours: ${thrownText(cause)}`;
    throw new DejimaError("io_error", why, { home }, { cause });
  }
}

// A link is not followed here: whoever brings a link to another home has not made it in this place.
function placeOf(home: string): string {
  return join(truePath(dirname(home)), basename(home));
}

function claimFile(home: string, variables: EnvironmentVariables): string | undefined {
  const state = stateFolder(variables);
  return state === undefined ? undefined : join(state, "own-homes", sha256(placeOf(home)));
}

// Without the number of the device: on some file systems it is another one after each start of the machine.
function claimText(home: string): string {
  const { ino, birthtimeNs } = statSync(home, { bigint: true });
  return `${placeOf(home)}\n${truePath(home)}\n${ino}\n${birthtimeNs}\n${readId(home) ?? ""}\n`;
}

const MAX_ID_BYTES = 100;

function readId(home: string): string | undefined {
  const file = join(home, ID_FILE);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size === 0 || found.size > MAX_ID_BYTES) return undefined;
  return readFileSync(file, "utf8");
}

// A claim that others could have written says nothing.
function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const user = process.getuid?.();
  if (found === undefined || found.isSymbolicLink()) return false;
  return user === undefined || (found.uid === user && (found.mode & 0o022) === 0);
}
