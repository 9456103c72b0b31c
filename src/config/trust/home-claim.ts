import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { truePath } from "../../support/paths.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { stateFolder } from "../places/state-folder.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";

/** The file in a home that contains its random id. */
const ID_FILE = "home-id";

/**
 * Whether this user's Dejima created this home, or the user accepted it. The user's state folder records the
 * home's path, inode, creation time and id. An archive cannot reproduce these.
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

/** Creates a missing home and records that this user created it. Does nothing if it exists. */
export function claimNewHome(home: string, variables: EnvironmentVariables): void {
  if (claimFile(home, variables) === undefined) return;
  try {
    mkdirSync(dirname(home), { recursive: true, mode: 0o700 });
    mkdirSync(home, { mode: 0o700 });
    // Keeps the home out of repositories.
    writeFileSync(join(home, ".gitignore"), "*\n");
  } catch {
    return; // it exists, or its first use reports why it cannot be created
  }
  claimHome(home, variables);
}

/** Records that the user accepts an existing home. */
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

// Links are not followed: a link to an accepted home is not itself an accepted home.
function placeOf(home: string): string {
  return join(truePath(dirname(home)), basename(home));
}

function claimFile(home: string, variables: EnvironmentVariables): string | undefined {
  const state = stateFolder(variables);
  return state === undefined ? undefined : join(state, "own-homes", sha256(placeOf(home)));
}

// Without the device number: on some file systems it changes with each start of the machine.
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

// A claim that others could have written is ignored.
function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const user = process.getuid?.();
  if (found === undefined || found.isSymbolicLink()) return false;
  return user === undefined || (found.uid === user && (found.mode & 0o022) === 0);
}
