import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import type { LineOf } from "../parse-config.ts";
import type { Config } from "../schema/config-schema.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";
import { configFolder } from "./state-folder.ts";
import { withWholePaths } from "./whole-paths.ts";

/** The user's own config. It applies in every folder, below the config of the project. */
export interface UserConfig {
  readonly file: string;
  /** Everything except the rules, as written. Applies where a project sets nothing. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly config: Config;
  /** Its rules apply in addition to those of every project. */
  readonly permissions: Config["permissions"];
  readonly secrets: readonly string[];
  readonly lineOf: LineOf;
}

/** The path of the user's own config. `undefined` without a home directory. */
export function userConfigFile(variables: EnvironmentVariables): string | undefined {
  const folder = configFolder(variables);
  return folder && join(folder, "dejima.yaml");
}

/** Reads the user's own config. `undefined` if there is none. */
export async function readUserConfig(variables: EnvironmentVariables): Promise<UserConfig | undefined> {
  const file = userConfigFile(variables);
  if (file === undefined || !existsSync(file)) return undefined;
  assertUsers(file);
  const { parseConfig, readWrittenConfig, validateConfig } = await import("../parse-config.ts");
  const text = await readFile(file, "utf8");
  const { config, secrets, lineOf } = parseConfig(text, file, variables);
  const { permissions: _rules, ...written } = readWrittenConfig(text, file, variables).given;
  const given = withWholePaths(written, dirname(file));
  return {
    file,
    given,
    config: validateConfig(given, file),
    permissions: config.permissions,
    secrets,
    lineOf,
  };
}

/** Changes the text of the user's own config, which is empty at first. Never writes an invalid config. Returns the file. */
export async function changeUserConfig(
  variables: EnvironmentVariables,
  edit: (text: string) => string,
): Promise<string> {
  const file = ownConfigFile(variables);
  const [{ parseConfig }, { replaceUserFile }] = await Promise.all([
    import("../parse-config.ts"),
    import("../edit/write-config.ts"),
  ]);
  if (existsSync(file)) assertUsers(file);
  const text = edit(existsSync(file) ? await readFile(file, "utf8") : "");
  parseConfig(text, file, variables);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await replaceUserFile(file, text);
  return file;
}

/** The path of the user's own config. Throws without a home directory. */
export function ownConfigFile(variables: EnvironmentVariables): string {
  const file = userConfigFile(variables);
  if (file !== undefined) return file;
  throw new DejimaError(
    "io_error",
    "Cannot use a config of your own: neither HOME nor XDG_CONFIG_HOME is set",
  );
}

// It is trusted without being accepted, so other accounts must not be able to write it.
function assertUsers(file: string): void {
  const user = process.getuid?.();
  for (const path of [dirname(file), file]) {
    const found = lstatSync(path);
    if (user === undefined || (found.uid === user && (found.mode & 0o022) === 0)) continue;
    const why = found.uid === user ? "other accounts can change it" : "it belongs to another account";
    throw new DejimaError(
      "invalid_input",
      `Cannot use your config "${file}": ${why}. \`chmod go-w\` it and its folder, or remove it`,
      { file },
    );
  }
}
