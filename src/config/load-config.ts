import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DejimaError } from "../contract/error.ts";
import { badTenant, TENANT_NAME, tenantNeedsPostgres } from "../contract/tenant.ts";
import { defined } from "../support/defined.ts";
import { truePath } from "../support/paths.ts";
import { thrownText } from "../support/thrown-text.ts";
import { chooseHome } from "./choose-home.ts";
import type { Config } from "./config-schema.ts";
import { DEFAULT_CONFIG } from "./default-config.ts";
import type { ConfigDoubt } from "./judge-config.ts";
import { givenKeys } from "./merge-configs.ts";
import type { LineOf } from "./parse-config.ts";
import type { EnvironmentVariables } from "./substitute-environment.ts";
import { cachedTeamText } from "./team-cache.ts";
import type { TeamConfig } from "./team-config.ts";
import type { IgnoredSetting } from "./tighten-config.ts";
import { readUserConfig, type UserConfig } from "./user-config.ts";

/** Where a runtime lives and what it was told. */
export interface Settings {
  /** What holds: the file as it stands where it is trusted, else what is stricter in it than what was trusted before. */
  readonly config: Config;
  /** The config file that was read, if there is one. */
  readonly file?: string;
  /** The config that the user's own rules are kept in, whether or not it exists yet; absent where the config is not theirs. */
  readonly rulesFile?: string;
  /** Whether the user named the config, so that its text needs no trust of its own. */
  readonly named?: boolean;
  /** What relative paths of the config are relative to. */
  readonly base: string;
  readonly home: string;
  /** Said when the home of the folder is not the user's and another one stands in for it. */
  readonly homeNote?: string;
  /** The home of the folder, which waits until the user accepts it. */
  readonly foreignHome?: string;
  readonly secrets: readonly string[];
  readonly lineOf: LineOf;
  /** Whether the user has accepted the config as it stands, or named it or the home. */
  readonly trusted: boolean;
  /** Why the config is not trusted. */
  readonly doubt?: ConfigDoubt;
  /** Settings that are ignored until the config is trusted. */
  readonly ignored: readonly IgnoredSetting[];
  /** Where settings come from that are not the defaults: `models.default` and the file that says it. */
  readonly origins?: Readonly<Record<string, string>>;
  /** The user's own config, which holds in every folder. Its rules hold beside those of `config`. */
  readonly user?: UserConfig;
  /** The config of the team, as it was last seen in the store. Its rules hold beside those of `config`. */
  readonly team?: TeamConfig;
  /** Rules of a config that is not trusted; they hold on top of all others. */
  readonly rules?: UntrustedRules;
  /** Reads the same settings again, as they are now. */
  readonly reread?: () => Promise<Settings>;
}

/** Rules that can only forbid and ask, and what their paths are relative to. */
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
/** Where runs and the database are kept, beside the config, unless the caller names another place. */
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

/** What was last seen of the team's config; most processes have no team, and load no parser for it. */
async function readCachedTeam(
  home: string,
  variables: EnvironmentVariables,
): Promise<TeamConfig | undefined> {
  const cached = cachedTeamText(home);
  if (cached === undefined) return undefined;
  return (await import("./team-config.ts")).readTeamConfig(cached, variables);
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

/** Each process of a tenant may be told by the environment whose it is. */
function withTenant(settings: Settings, tenant: string | undefined): Settings {
  if (!tenant) return settings;
  if (TENANT_NAME.test(tenant)) return { ...settings, config: { ...settings.config, tenant } };
  throw badTenant(tenant);
}

/** Where runs go on may be said by the environment, so that every process of a team can share one config. */
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
  // What holds where the config of the folder is silent.
  const below = team === undefined ? user : (await import("./team-config.ts")).underProject(user, team);
  // Started in its own folder, the user's config is no project's.
  const file = found === user?.file && configFile === undefined ? undefined : found;
  const named = home || variables.DEJIMA_HOME;
  const placeAt = (base: string) => {
    const chosen = named ? { home: resolve(cwd, named) } : chooseHome(join(base, HOME_FOLDER), variables);
    return { base, ...chosen };
  };
  // Known beforehand, so that a start without a file needs no schema.
  if (file === undefined) {
    const config = below?.config ?? structuredClone(DEFAULT_CONFIG);
    const trusted = Boolean(named);
    const rulesFile = join(cwd, CONFIG_FILE);
    const secrets = below?.secrets ?? [];
    const whole = { config, secrets, lineOf: () => undefined, trusted, rulesFile, ignored: [] };
    return { ...placeAt(cwd), ...whole, ...defined({ user, team }), origins: originsOf([user, team]) };
  }
  // Loaded only where there is a file: most of the time of a start would go into the parser.
  const { parseConfig, readGiven } = await import("./parse-config.ts");
  if (configFile !== undefined) assertOwn(file);
  const text = readText(file);
  const read = (content: string) => parseConfig(content, basename(file), variables, below?.given);
  const parsed = read(text);
  const folder = dirname(file);
  const secrets = [...parsed.secrets, ...(below?.secrets ?? [])];
  const { given } = readGiven(text, basename(file), variables);
  const origins = originsOf([user, team, { file, given }]);
  const place = { ...placeAt(folder), file, rulesFile: file, origins, ...defined({ user, team }) };
  const own = { ...parsed, ...place, secrets, trusted: true, ignored: [] };
  if (configFile !== undefined) return { ...own, named: true };

  const { judgeConfig } = await import("./judge-config.ts");
  const { doubt, accepted } = await judgeConfig(file, text, variables);
  if (doubt === undefined) return own;
  const { tightenConfig } = await import("./tighten-config.ts");
  const before = accepted === undefined ? undefined : unlessBroken(() => read(accepted));
  const { config, ignored, rules } = tightenConfig(
    parsed.config,
    before?.config ?? below?.config ?? DEFAULT_CONFIG,
  );
  return {
    // Anyone who has never accepted a config above does not mean its folder by starting here.
    ...placeAt(before === undefined ? cwd : folder),
    config,
    secrets: [...secrets, ...(before?.secrets ?? [])],
    ...defined({ user, team }),
    origins: originsOf([user, team]),
    lineOf: () => undefined,
    file,
    trusted: false,
    doubt,
    ignored,
    rules: { file, base: folder, ...rules },
  };
}

/** Which file decides each setting; the last one does. */
function originsOf(
  files: readonly (Pick<UserConfig, "file" | "given"> | undefined)[],
): Record<string, string> {
  const named = files.filter((file) => file !== undefined);
  return Object.fromEntries(named.flatMap(({ file, given }) => givenKeys(given).map((key) => [key, file])));
}

// Naming a file vouches for its text, which nobody else may be able to choose. Root could do anything in any case.
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
    return undefined; // a variable that it names is gone, or a key of it: the defaults are stricter
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
    const why = cause instanceof TypeError ? "it is not UTF-8 text" : thrownText(cause);
    throw new DejimaError("invalid_input", `Cannot read the config "${file}": ${why}`, { file }, { cause });
  }
}
