import type { Settings } from "./load-config.ts";
import { mergeConfigs } from "./merge-configs.ts";
import { validateConfig } from "./parse-config.ts";
import { cachedTeamText } from "./places/team-cache.ts";
import { readTeamConfig } from "./places/team-config.ts";
import type { ConfigInput } from "./schema/config-schema.ts";
import type { EnvironmentVariables } from "./substitute-environment.ts";

interface Place {
  readonly base: string;
  readonly home: string;
  /** The variables that the config of a team may refer to. */
  readonly variables?: EnvironmentVariables;
}

/** Settings of an embedded runtime, from data. With `runs: workers`, the config of the team applies below them. */
export function settingsFrom(input: ConfigInput, { base, home, variables = {} }: Place): Settings {
  const config = validateConfig(input, "options");
  const place = { base, home, lineOf: () => undefined, trusted: true, ignored: [] };
  const cached = config.runs === "workers" ? cachedTeamText(home) : undefined;
  if (cached === undefined) return { ...place, config, secrets: [] };
  const team = readTeamConfig(cached, variables);
  const { secrets } = team;
  return { ...place, config: validateConfig(mergeConfigs(team.given, input), "options"), secrets, team };
}
