import type { EnvironmentVariables } from "../substitute-environment.ts";

/** The environment of this process: the default for a runtime. */
export function processEnvironment(): EnvironmentVariables {
  return process.env;
}
