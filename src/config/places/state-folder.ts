import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";

/** The folder for data of a user that belongs to no project. `undefined` without a home directory. */
export function stateFolder({ XDG_STATE_HOME, HOME }: EnvironmentVariables): string | undefined {
  const base = [XDG_STATE_HOME, HOME && join(HOME, ".local", "state")].find(
    (path) => path && isAbsolute(path),
  );
  return base ? join(base, "dejima") : undefined;
}

/** The folder of the user's own settings: model keys, the signing key. `undefined` without a home directory. */
export function configFolder({ XDG_CONFIG_HOME, HOME }: EnvironmentVariables): string | undefined {
  const base = [XDG_CONFIG_HOME, HOME && join(HOME, ".config")].find((path) => path && isAbsolute(path));
  return base ? join(base, "dejima") : undefined;
}

/** The folders of the user that no tool may access, even if the workspace is the user's home directory. */
export function userFolders(variables: EnvironmentVariables): string[] {
  const { XDG_CACHE_HOME, HOME } = variables;
  const cache = [XDG_CACHE_HOME, HOME && join(HOME, ".cache")].find((path) => path && isAbsolute(path));
  return [stateFolder(variables), configFolder(variables), cache && join(cache, "dejima")].filter(
    (path) => path !== undefined && path !== "",
  ) as string[]; // narrowed by the filter
}

/** The path of the user's log signing key, outside every home. `undefined` without a home directory. */
export function signingKeyFile(variables: EnvironmentVariables): string | undefined {
  const folder = configFolder(variables);
  return folder && join(folder, "log-signing.pem");
}

/** Creates an Ed25519 key that only its owner can read. Returns false if the file exists already. */
export function createSigningKey(file: string): boolean {
  const { generateKeyPairSync } = process.getBuiltinModule("node:crypto");
  const { privateKey } = generateKeyPairSync("ed25519");
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
    return true;
  } catch (cause) {
    if (errnoOf(cause) === "EEXIST") return false;
    throw new DejimaError(
      "io_error",
      `Cannot create the signing key "${file}": ${thrownText(cause)}`,
      { file },
      { cause },
    );
  }
}
