import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { truePath } from "../../support/paths.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";
import { isClaimed } from "../trust/home-claim.ts";
import { readPlainFile } from "./read-plain-file.ts";
import { stateFolder } from "./state-folder.ts";

/** The home of a config or start folder, and the notice if another home is used instead. */
interface ChosenHome {
  readonly home: string;
  readonly homeNote?: string;
  /** The home found here, if it is unknown who created it. The user can accept it. */
  readonly foreignHome?: string;
}

/**
 * A home contains grants, schedules, servers and tokens. One that came with a repository or an archive, or belongs to another
 * account, is not used unless the user names or accepts it. Until then a home in the user's state folder is used.
 */
export function chooseHome(
  home: string,
  variables: EnvironmentVariables,
  hints: HomeHints = COMMAND_HINTS,
): ChosenHome {
  const why = strangeness(home);
  if (why !== undefined) return fallbackHome(home, { why, hint: hints.other, name: hints.name }, variables);
  if (!existsSync(home) && !isWritable(dirname(home)))
    return fallbackHome(home, { why: READ_ONLY, hint: hints.other, name: hints.name }, variables);
  if (!existsSync(home) || isClaimed(home, variables) || isClaimedNow(home, variables)) return { home };
  const chosen = fallbackHome(home, { why: UNKNOWN, hint: hints.accept, name: hints.name }, variables);
  return { ...chosen, foreignHome: home };
}

/** How long to wait for another process of the user that is creating the home. */
const IN_THE_MAKING_MS = 2_000;

/** Waits briefly for a home to be claimed, because two commands may start at once in a new folder. */
function isClaimedNow(home: string, variables: EnvironmentVariables): boolean {
  const isYoung = () => {
    const { birthtimeMs } = statSync(home, { throwIfNoEntry: false }) ?? { birthtimeMs: 0 };
    return Math.abs(Date.now() - birthtimeMs) < IN_THE_MAKING_MS;
  };
  while (isYoung()) {
    if (isClaimed(home, variables)) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
  return isClaimed(home, variables);
}

/** How a person or a program can accept a home that is not used. */
interface HomeHints {
  readonly other: string;
  readonly accept: string;
  readonly name: string;
}

const COMMAND_HINTS: HomeHints = {
  other: "--home names another",
  accept: "`dejima config trust` accepts it",
  name: "Name a home with --home or DEJIMA_HOME",
};

/** The hints for a program that embeds a runtime. */
export const LIBRARY_HINTS: HomeHints = {
  other: "the option `home` names another",
  accept: "the option `home` or `dejima config trust` accepts it",
  name: "Name a home with the option `home`",
};

const READ_ONLY = "nothing can be written in this folder";

/** Whether files can be created in a folder. True for a missing folder: creating it reports its own errors. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (cause) {
    return errnoOf(cause) === "ENOENT";
  }
}

const UNKNOWN = "it was not made here by your Dejima, so it may have come with the folder";

function fallbackHome(
  home: string,
  { why, hint, name }: { why: string; hint: string; name: string },
  variables: EnvironmentVariables,
): ChosenHome {
  const state = stateFolder(variables);
  if (state === undefined) throw new DejimaError("invalid_input", `Cannot use "${home}": ${why}. ${name}`);
  const own = join(state, "homes", sha256(truePath(home)).slice(0, 32));
  return { home: own, homeNote: `${home} is not used: ${why}. ${own} is used instead; ${hint}` };
}

function strangeness(home: string): string | undefined {
  const found = statSync(home, { throwIfNoEntry: false });
  const user = process.getuid?.();
  if (found === undefined) return undefined;
  if (user !== undefined && found.uid !== user) return "it belongs to another account";
  return isTracked(home) ? "it came with the repository" : undefined;
}

/** Whether Git tracks files below a folder, according to the index of the repository. */
function isTracked(folder: string): boolean {
  for (let above = dirname(folder); ; above = dirname(above)) {
    const index = readIndex(join(above, ".git"));
    if (index !== undefined) return names(index, folder.slice(above === "/" ? 1 : above.length + 1));
    if (above === dirname(above)) return false;
  }
}

// Version 4 of the index omits the prefix that a path shares with the one before, so only the last name is compared.
function names(index: Buffer, way: string): boolean {
  if (index.toString("latin1", 0, 4) !== "DIRC") return false;
  const name = index.readUInt32BE(4) === 4 ? (way.split("/").at(-1) ?? way).slice(1) : way;
  return index.includes(`${name}/`);
}

/** The index of a repository with more than a million files. */
const MAX_INDEX_BYTES = 256 << 20;
const MAX_POINTER_BYTES = 64 << 10;

function readIndex(git: string): Buffer | undefined {
  try {
    if (statSync(git).isDirectory()) return readPlainFile(join(git, "index"), MAX_INDEX_BYTES);
    const [, place = ""] =
      /^gitdir: (.+)$/m.exec(readPlainFile(git, MAX_POINTER_BYTES).toString("utf8")) ?? [];
    return readPlainFile(join(resolve(dirname(git), place.trim()), "index"), MAX_INDEX_BYTES);
  } catch {
    return undefined;
  }
}
