import { isDeepStrictEqual } from "node:util";
import { DejimaError } from "../../contract/error.ts";
import { secretReference } from "../../support/config-references.ts";
import { mergeConfigs } from "../merge-configs.ts";
import { parseConfig, readWrittenConfig, validateConfig } from "../parse-config.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";
import { literalSecrets } from "../trust/literal-secrets.ts";
import { configFolder } from "./state-folder.ts";
import type { UserConfig } from "./user-config.ts";
import { withWholePaths } from "./whole-paths.ts";

/** The config of a team, from its store. It applies on every machine, below the config of the folder. */
export interface TeamConfig extends UserConfig {
  /** Its version number. */
  readonly version: number;
}

/** Settings that a process needs before it can reach the store. */
const OF_A_MACHINE = ["store", "tenant", "runs", "blobs", "workspace"];

/** Reads the text of a team's config. Throws if it cannot be used. */
export function readTeamConfig(
  { text, version }: { readonly text: string; readonly version: number },
  variables: EnvironmentVariables,
): TeamConfig {
  const file = `the team's config, version ${version}`;
  const { config, secrets, lineOf } = parseConfig(text, file, variables);
  const { permissions: _rules, ...written } = readWrittenConfig(text, file, variables).given;
  const given = withWholePaths(written, configFolder(variables) ?? "/");
  const refused = OF_A_MACHINE.filter((key) => Object.hasOwn(given, key));
  if (refused.length > 0)
    throw new DejimaError(
      "invalid_input",
      `Cannot keep ${refused.join(", ")} in the team's config: each process reads this from its own config or environment when it starts`,
      { file, problems: refused.map((key) => `${key} belongs to one machine`) },
    );
  const rest = validateConfig(given, file);
  return { file, version, given, config: rest, permissions: config.permissions, secrets, lineOf };
}

/** Validates a text before it becomes a team's config. Refuses invalid configs and plain-text secrets. */
export function assertTeamText(text: string, version: number, variables: EnvironmentVariables): TeamConfig {
  const read = readTeamConfig({ text, version }, variables);
  const bare = literalSecrets(readWrittenConfig(text, read.file, namesOnly(variables)).given);
  if (bare.length === 0) return read;
  throw new DejimaError(
    "invalid_input",
    "Cannot keep a key in the team's config: its versions stay readable. Use `dejima secret set`, or write a variable that every machine has, '${NAME}'",
  );
}

/**
 * The MCP servers that a text runs outside the sandbox and another text does not run so: those that are new, no longer contained, or
 * start another program.
 */
export function newlyTrusted(before: string, after: string, variables: EnvironmentVariables): string[] {
  const trusted = (text: string) => {
    const { mcpServers } = parseConfig(text, "the team's config", variables).config;
    return new Map(Object.entries(mcpServers).filter(([, server]) => server.trusted));
  };
  const trustedBefore = trusted(before);
  return [...trusted(after)].flatMap(([name, server]) =>
    isDeepStrictEqual(trustedBefore.get(name), server) ? [] : [name],
  );
}

/** Maps each variable to its own reference, so that a value from the environment is not mistaken for plain text. */
function namesOnly(variables: EnvironmentVariables): EnvironmentVariables {
  return Object.fromEntries(Object.keys(variables).map((name) => [name, secretReference(name)]));
}

/** The team's config over the user's own: the settings below the config of the folder. */
export function underProject(
  user: UserConfig | undefined,
  team: TeamConfig | undefined,
): UserConfig | undefined {
  if (user === undefined || team === undefined) return team ?? user;
  const given = mergeConfigs(user.given, team.given);
  const config = validateConfig(given, team.file);
  return { ...team, given, config, secrets: [...user.secrets, ...team.secrets] };
}
