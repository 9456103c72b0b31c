import type { EnvironmentVariables } from "./substitute-environment.ts";

/** The environment of this process, for a runtime that was not given another. */
export function processEnvironment(): EnvironmentVariables {
  return process.env;
}
