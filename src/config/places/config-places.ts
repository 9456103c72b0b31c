import { existsSync } from "node:fs";
import { defined } from "../../support/defined.ts";
import type { Settings } from "../load-config.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";
import type { ConfigDoubt } from "../trust/judge-config.ts";
import { modelConnections } from "./model-connections.ts";
import { userConfigFile } from "./user-config.ts";

/** A source of settings. */
export interface ConfigPlace {
  readonly kind: "environment" | "project" | "team" | "user" | "models" | "home";
  /** The file or folder, or the names of the variables. */
  readonly place: string;
  readonly exists: boolean;
  /** Why a project's config can only tighten the other settings. */
  readonly doubt?: ConfigDoubt;
  /** The settings that come from it, as `section.key`. */
  readonly decides: readonly string[];
}

/** Variables that override every file. */
const VARIABLES = ["DEJIMA_HOME", "DEJIMA_STORE", "DEJIMA_RUNS", "DEJIMA_BLOBS", "DEJIMA_TENANT"] as const;

/** All sources of settings in order of precedence, each with the settings that come from it. */
export function configPlaces(settings: Settings, variables: EnvironmentVariables): ConfigPlace[] {
  const { file, rulesFile, user, team, home, doubt, origins = {}, config } = settings;
  const set = VARIABLES.filter((name) => variables[name]);
  const decidedBy = (place: string | undefined) =>
    Object.keys(origins).filter((key) => origins[key] === place);
  const project = file ?? rulesFile;
  const own = userConfigFile(variables);
  const models = modelConnections(variables);
  const { chosen, providers } = models.read();
  return [
    ...(set.length === 0
      ? []
      : [{ kind: "environment", place: set.join(", "), exists: true, decides: [...set] } as const]),
    ...(project === undefined
      ? []
      : [
          {
            kind: "project",
            place: project,
            exists: file !== undefined,
            ...defined({ doubt }),
            decides: [...decidedBy(project), ...ruleCount(file && config.permissions)],
          } as const,
        ]),
    ...(team === undefined
      ? []
      : [
          {
            kind: "team",
            place: team.file,
            exists: true,
            decides: [...decidedBy(team.file), ...ruleCount(team.permissions)],
          } as const,
        ]),
    ...(own === undefined
      ? []
      : [
          {
            kind: "user",
            place: own,
            exists: user !== undefined,
            decides: [...decidedBy(own), ...ruleCount(user?.permissions)],
          } as const,
        ]),
    ...(models.file === undefined
      ? []
      : [
          {
            kind: "models",
            place: models.file,
            exists: existsSync(models.file),
            decides: [
              ...(chosen === undefined ? [] : [`model ${chosen}`]),
              ...Object.keys(providers).map((provider) => `key of ${provider}`),
            ],
          } as const,
        ]),
    { kind: "home", place: home, exists: existsSync(home), decides: [] },
  ];
}

function ruleCount(rules: Settings["config"]["permissions"] | undefined | ""): string[] {
  const count = rules ? Object.values(rules).flat().length : 0;
  return count === 0 ? [] : [`permissions (${count})`];
}
