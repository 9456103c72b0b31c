import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DejimaError } from "../contract/error.ts";
import type { Config } from "./config-schema.ts";
import { DEFAULT_CONFIG } from "./default-config.ts";
import type { HeldPart } from "./held-parts.ts";
import type { EnvironmentVariables } from "./substitute-environment.ts";
import { trustedFolders } from "./trusted-folders.ts";
import type { LineOf } from "./validate-config.ts";

/** Where a runtime lives and what it was told. */
export interface Settings {
  readonly config: Config;
  /** The config file that was read, if there is one. */
  readonly file?: string;
  /** What relative paths of the config are relative to. */
  readonly base: string;
  readonly home: string;
  readonly secrets: readonly string[];
  readonly lineOf: LineOf;
  /** Whether the user vouches for the config and the home: by naming them, or once for their folder. */
  readonly trusted: boolean;
  /** Parts that are not used because nobody does. */
  readonly held: readonly HeldPart[];
}

export interface LoadOptions {
  readonly cwd: string;
  readonly configFile?: string;
  readonly home?: string;
  readonly variables: EnvironmentVariables;
}

/** The name of the config file. */
export const CONFIG_FILE = "dejima.yaml";
/** Where runs and the database are kept, beside the config, unless the caller names another place. */
export const HOME_FOLDER = ".dejima";
const REPOSITORIES = [".git", ".hg", ".svn", ".jj"];

/** Finds and reads `dejima.yaml`, in this folder or the nearest above it; without one, the defaults hold. */
export async function loadConfig({ cwd, configFile, home, variables }: LoadOptions): Promise<Settings> {
  const file = configFile === undefined ? findUpwards(cwd) : resolve(cwd, configFile);
  const base = file === undefined ? cwd : dirname(file);
  const place = { base, home: resolve(cwd, home || variables.DEJIMA_HOME || join(base, HOME_FOLDER)) };
  // Known beforehand, so that a start without a file needs no schema.
  if (file === undefined) {
    const trusted = Boolean(home || variables.DEJIMA_HOME) || (await isVouchedFor(base, variables));
    const config = structuredClone(DEFAULT_CONFIG);
    return { ...place, config, secrets: [], lineOf: () => undefined, trusted, held: [] };
  }
  // Loaded only where there is a file: most of the time of a start would go into the parser.
  const [{ parseConfig }, { heldParts }] = await Promise.all([
    import("./parse-config.ts"),
    import("./held-parts.ts"),
  ]);
  const parsed = parseConfig(readText(file), basename(file), variables);
  const trusted = configFile !== undefined || (await isVouchedFor(base, variables));
  return {
    ...parsed,
    ...place,
    file,
    trusted,
    held: trusted ? [] : heldParts(parsed.config, parsed.secrets),
  };
}

// A folder outside of every repository was made here; one inside may have come with a clone.
async function isVouchedFor(folder: string, variables: EnvironmentVariables): Promise<boolean> {
  return !isInRepository(folder) || (await trustedFolders(variables).has(folder));
}

function isInRepository(folder: string): boolean {
  if (REPOSITORIES.some((name) => existsSync(join(folder, name)))) return true;
  return folder !== dirname(folder) && isInRepository(dirname(folder));
}

function findUpwards(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, CONFIG_FILE);
    if (exists(file)) return file;
    if (folder === dirname(folder)) return undefined;
  }
}

function exists(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code !== "ENOENT" && cause.code !== "ENOTDIR";
  }
}

function readText(file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    const why =
      cause instanceof TypeError
        ? "it is not UTF-8 text"
        : cause instanceof Error
          ? cause.message
          : String(cause);
    throw new DejimaError("invalid_input", `Cannot read the config "${file}": ${why}`, { file }, { cause });
  }
}
