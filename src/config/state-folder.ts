import { isAbsolute, join } from "node:path";
import type { EnvironmentVariables } from "./substitute-environment.ts";

/** Where Dejima keeps what belongs to a user and to no project. Returns `undefined` without a home directory. */
export function stateFolder({ XDG_STATE_HOME, HOME }: EnvironmentVariables): string | undefined {
  const base = [XDG_STATE_HOME, HOME && join(HOME, ".local", "state")].find(
    (path) => path && isAbsolute(path),
  );
  return base ? join(base, "dejima") : undefined;
}

/** The folders of the user that no tool may touch, also when the user's home directory is the workspace. */
export function userFolders(variables: EnvironmentVariables): string[] {
  const { XDG_CACHE_HOME, HOME } = variables;
  const cache = [XDG_CACHE_HOME, HOME && join(HOME, ".cache")].find((path) => path && isAbsolute(path));
  return [stateFolder(variables), cache && join(cache, "dejima")].filter(
    (path) => path !== undefined && path !== "",
  ) as string[]; // narrowed by the filter
}
