import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DejimaError } from "../contract/error.ts";
import { badTenant, TENANT_NAME, tenantNeedsPostgres } from "../contract/user/tenant.ts";
import { defined } from "../support/defined.ts";
import { errnoOf } from "../support/disk/errno.ts";
import { truePath } from "../support/paths.ts";
import { mergeConfigs, settingKeys } from "./merge-configs.ts";
import type { LineOf } from "./parse-config.ts";
import { chooseHome } from "./places/choose-home.ts";
import { readConfigText } from "./places/read-plain-file.ts";
import { cachedTeamText } from "./places/team-cache.ts";
import type { TeamConfig } from "./places/team-config.ts";
import { readUserConfig, type UserConfig } from "./places/user-config.ts";
import type { Config } from "./schema/config-schema.ts";
import { DEFAULT_CONFIG } from "./schema/default-config.ts";
import type { EnvironmentVariables } from "./substitute-environment.ts";
import type { ConfigDoubt } from "./trust/judge-config.ts";
import type { IgnoredSetting } from "./trust/tighten-config.ts";

/** The settings of a runtime and where they come from. */
export interface Settings {
  /** The config that applies: the file if it is trusted, otherwise only what makes the trusted config stricter that would apply without it. */
  readonly config: Config;
  /** The config file that was read, if there is one. */
  readonly file?: string;
  /** The file for the user's own rules, which may not exist yet. Absent if the config is not the user's. */
  readonly rulesFile?: string;
  /** Whether the user named the config, so that its text needs no separate trust. */
  readonly named?: boolean;
  /** The base folder of relative paths in the config. */
  readonly base: string;
  readonly home: string;
  /** The notice if the home of the folder is not the user's and another one is used. */
  readonly homeNote?: string;
  /** The home of the folder, if it is not used until the user accepts it. */
  readonly foreignHome?: string;
  readonly secrets: readonly string[];
  readonly lineOf: LineOf;
  /** Whether the user has accepted the current text of the config, or named it or the home. */
  readonly trusted: boolean;
  /** Why the config is not trusted. */
  readonly doubt?: ConfigDoubt;
  /** Settings that are ignored until the config is trusted. */
  readonly ignored: readonly IgnoredSetting[];
  /** The file of each setting that is not a default, by setting: `models.default`. */
  readonly origins?: Readonly<Record<string, string>>;
  /** The user's own config, which applies in every folder. Its rules apply in addition to those of `config`. */
  readonly user?: UserConfig;
  /** The last known config of the team. Its rules apply in addition to those of `config`. */
  readonly team?: TeamConfig;
  /** Rules of an untrusted config. They apply in addition to all others. */
  readonly rules?: UntrustedRules;
  /** Reads the settings again. */
  readonly reread?: () => Promise<Settings>;
}

/** Rules that can only forbid and ask, with the base folder of their paths. */
export interface UntrustedRules {
  readonly file: string;
  readonly base: string;
  readonly confirm: readonly string[];
  readonly deny: readonly string[];
}

export interface LoadOptions {
  readonly cwd: string;
  readonly configFile?: string;
  readonly home?: string;
  readonly variables: EnvironmentVariables;
}

/** The name of the config file. */
export const CONFIG_FILE = "dejima.yaml";
/** The default folder for runs and the database, next to the config. */
export const HOME_FOLDER = ".dejima";

/** Finds and reads `dejima.yaml`, in this folder or the nearest above it; without one, the defaults apply. */
export async function loadConfig(options: LoadOptions): Promise<Settings> {
  const { variables } = options;
  const read = async (team?: TeamConfig) => {
    const found = withRuns(await readConfig(options, team), variables.DEJIMA_RUNS);
    const kept = withStore(withBlobs(found, variables.DEJIMA_BLOBS), variables.DEJIMA_STORE);
    return withTenant(kept, variables.DEJIMA_TENANT);
  };
  const own = await read();
  const { tenant, store, runs } = own.config;
  if (tenant !== undefined && store === undefined) throw tenantNeedsPostgres(tenant);
  const team = runs === "workers" ? await readCachedTeam(own.home, variables) : undefined;
  const settings = team === undefined ? own : await read(team);
  return { ...settings, reread: () => loadConfig(options) };
}

/** The last known config of the team. Without a team no parser is loaded. */
async function readCachedTeam(
  home: string,
  variables: EnvironmentVariables,
): Promise<TeamConfig | undefined> {
  const cached = cachedTeamText(home);
  if (cached === undefined) return undefined;
  return (await import("./places/team-config.ts")).readTeamConfig(cached, variables);
}

function withStore(settings: Settings, store: string | undefined): Settings {
  if (!store) return settings;
  const password = URL.parse(store)?.password ?? "";
  const secrets = password === "" ? [] : [store, decodeURIComponent(password)];
  return {
    ...settings,
    config: { ...settings.config, store },
    secrets: [...settings.secrets, ...secrets],
  };
}

/** The environment may name the tenant of a process. */
function withTenant(settings: Settings, tenant: string | undefined): Settings {
  if (!tenant) return settings;
  if (TENANT_NAME.test(tenant)) return { ...settings, config: { ...settings.config, tenant } };
  throw badTenant(tenant);
}

/** The environment may set the store, so that all processes of a team can share one config. */
function withRuns(settings: Settings, runs: string | undefined): Settings {
  if (!runs) return settings;
  if (runs === "here" || runs === "workers") return { ...settings, config: { ...settings.config, runs } };
  throw new DejimaError(
    "invalid_input",
    `Cannot use DEJIMA_RUNS="${runs.slice(0, 50)}": it is here or workers`,
  );
}

function withBlobs(settings: Settings, blobs: string | undefined): Settings {
  return blobs ? { ...settings, config: { ...settings.config, blobs } } : settings;
}

async function readConfig(
  { cwd, configFile, home, variables }: LoadOptions,
  team: TeamConfig | undefined,
): Promise<Settings> {
  const found = configFile === undefined ? findUpwards(cwd) : resolve(cwd, configFile);
  const user = await readUserConfig(variables);
  // Settings below the config of the folder.
  const below =
    team === undefined ? user : (await import("./places/team-config.ts")).underProject(user, team);
  // In its own folder, the user's config is not a project config.
  const file = found === user?.file && configFile === undefined ? undefined : found;
  const named = home || variables.DEJIMA_HOME;
  const placeAt = (base: string) => {
    const chosen = named ? { home: resolve(cwd, named) } : chooseHome(join(base, HOME_FOLDER), variables);
    return { base, ...chosen };
  };
  // The defaults are precomputed, so that a start without a file loads no schema.
  if (file === undefined) {
    const config = below?.config ?? structuredClone(DEFAULT_CONFIG);
    const trusted = Boolean(named);
    const rulesFile = join(cwd, CONFIG_FILE);
    const secrets = below?.secrets ?? [];
    const whole = { config, secrets, lineOf: () => undefined, trusted, rulesFile, ignored: [] };
    return { ...placeAt(cwd), ...whole, ...defined({ user, team }), origins: originsOf([user, team]) };
  }
  // Loaded only if there is a file: the parser would take most of the start time.
  const { parseConfig, readWrittenConfig } = await import("./parse-config.ts");
  if (configFile !== undefined) assertOwn(file);
  const text = readConfigText(file, { named: configFile !== undefined });
  const read = (content: string) => parseConfig(content, basename(file), variables, below?.given);
  const parsed = read(text);
  const folder = dirname(file);
  const secrets = [...parsed.secrets, ...(below?.secrets ?? [])];
  const { given } = readWrittenConfig(text, basename(file), variables);
  const origins = originsOf([user, team, { file, given }]);
  const place = { ...placeAt(folder), file, rulesFile: file, origins, ...defined({ user, team }) };
  const own = { ...parsed, ...place, secrets, trusted: true, ignored: [] };
  if (configFile !== undefined) return { ...own, named: true };

  const { judgeConfig } = await import("./trust/judge-config.ts");
  const { doubt, accepted } = await judgeConfig(file, text, variables);
  if (doubt === undefined) return own;
  const { tightenConfig } = await import("./trust/tighten-config.ts");
  // The file can only tighten what would apply without it: its accepted text, else the nearest accepted config above.
  const above = accepted === undefined ? await acceptedAbove(folder, variables) : undefined;
  const under = above && {
    ...readWrittenConfig(above.text, above.file, variables).given,
    permissions: undefined,
  };
  const last = accepted === undefined ? undefined : unlessBroken(() => read(accepted));
  const before = above === undefined ? last : parseConfig(above.text, above.file, variables, below?.given);
  const { config, ignored, rules } = tightenConfig(
    under === undefined
      ? parsed.config
      : parseConfig(text, basename(file), variables, mergeConfigs(below?.given ?? {}, under)).config,
    before?.config ?? below?.config ?? DEFAULT_CONFIG,
  );
  return {
    // Without an accepted config in a parent folder, starting here does not refer to that folder.
    ...placeAt(before === undefined ? cwd : dirname(above?.file ?? file)),
    config,
    secrets: [...secrets, ...(before?.secrets ?? [])],
    ...defined({ user, team, rulesFile: above?.file }),
    origins: originsOf([user, team]),
    lineOf: () => undefined,
    file,
    trusted: false,
    doubt,
    // A config cannot drop the rules of another file.
    ignored:
      above === undefined
        ? ignored
        : ignored.filter(({ key }) => !/^permissions\.(?:confirm|deny)$/.test(key)),
    rules: { file, base: folder, ...rules },
  };
}

/** The nearest config above a folder that the user has accepted, with the accepted text. */
async function acceptedAbove(
  folder: string,
  variables: EnvironmentVariables,
): Promise<{ readonly file: string; readonly text: string } | undefined> {
  if (folder === dirname(folder)) return undefined;
  const file = findUpwards(dirname(folder));
  if (file === undefined) return undefined;
  const { judgeConfig } = await import("./trust/judge-config.ts");
  const found = readConfigText(file);
  const { doubt, accepted } = await judgeConfig(file, found, variables);
  const text = doubt === undefined ? found : accepted;
  return text === undefined ? acceptedAbove(dirname(file), variables) : { file, text };
}

/** The file that sets each setting. The last one wins. */
function originsOf(
  files: readonly (Pick<UserConfig, "file" | "given"> | undefined)[],
): Record<string, string> {
  const named = files.filter((file) => file !== undefined);
  return Object.fromEntries(named.flatMap(({ file, given }) => settingKeys(given).map((key) => [key, file])));
}

// The user trusts the text of a file by naming it, so other accounts must not be able to write it. Root always can.
function assertOwn(file: string): void {
  const user = process.getuid?.();
  const found = statSync(file, { throwIfNoEntry: false });
  if (user === undefined || found === undefined) return;
  const refuse = (why: string, fix: string) =>
    new DejimaError("invalid_input", `Cannot use the config "${file}": ${why}. ${fix}`, { file });
  if (found.uid !== user && found.uid !== 0)
    throw refuse(`it belongs to account ${found.uid}, not to you`, "Copy it to a file of your own");
  if ((found.mode & 0o002) !== 0)
    throw refuse("every account of this machine can change it", "`chmod o-w` it first");
  const folder = statSync(dirname(truePath(file)));
  if ((folder.mode & 0o1002) === 0o002)
    throw refuse("every account of this machine can replace it", "`chmod o-w` its folder first");
}

function unlessBroken<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined; // a variable or key in it is missing; the defaults are stricter
  }
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
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    const errno = errnoOf(cause);
    return errno !== undefined && errno !== "ENOTDIR";
  }
}
