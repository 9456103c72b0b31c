import { resolve } from "node:path";
import type { Risk } from "../../contract/tool.ts";
import type { Mount } from "../../sandbox/sandbox.ts";
import { unsetIn } from "../../support/config-references.ts";
import { defined } from "../../support/defined.ts";
import { readContainerCommand, type ServerImage } from "./image/container-command.ts";
import { readPackageCommand, type ServerPackage } from "./package/package-command.ts";
import type {
  Exposure,
  LocalServer,
  OAuthSettings,
  Protocol,
  RemoteServer,
  Sends,
  ServerSettings,
} from "./server-settings.ts";

/** One server of a config file, with its defaults. */
interface ServerConfig {
  readonly command?: string | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>> | readonly string[];
  readonly cwd?: string | undefined;
  readonly folders: readonly (string | { readonly path: string; readonly write: boolean })[];
  readonly hosts: readonly string[];
  readonly integrity?: string | undefined;
  readonly installScripts: boolean;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth: OAuthSettings | false;
  readonly enabled: boolean;
  readonly trusted: boolean;
  readonly timeout: number;
  readonly startTimeout: number;
  readonly idle: number;
  readonly maxMessage: number;
  readonly exposure: Exposure;
  readonly protocol?: Protocol | undefined;
  readonly risk?: Risk | Readonly<Record<string, Risk>> | undefined;
  readonly sends?: Sends | Readonly<Record<string, Sends>> | undefined;
  readonly prefix: boolean;
  readonly perUser: boolean;
}

interface Surroundings {
  /** The base of relative paths in the config. */
  readonly base: string;
  /** The source of variables that are passed on by name. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The enabled servers, with absolute paths and their variables filled in. */
export function settleServers(
  servers: Readonly<Record<string, ServerConfig>>,
  surroundings: Surroundings,
): ServerSettings[] {
  return Object.entries(servers)
    .filter(([, { enabled }]) => enabled)
    .map(([name, server]) => settleServer(name, server, surroundings));
}

/** One server, settled. A variable that is not set is its `problem`: only this server cannot start. */
export function settleServer(name: string, server: ServerConfig, surroundings: Surroundings): ServerSettings {
  return {
    name,
    place: server.url === undefined ? localPlace(server, surroundings) : remotePlace(server.url, server),
    timeoutMs: server.timeout,
    startTimeoutMs: server.startTimeout,
    idleMs: server.idle,
    maxMessageBytes: server.maxMessage,
    exposure: server.exposure,
    prefix: server.prefix,
    ...(server.perUser ? { perUser: true } : {}),
    ...defined({
      risk: server.risk,
      sends: server.sends,
      protocol: server.protocol,
      problem: problemOf(name, server, surroundings),
    }),
  };
}

/** The first variable that the server needs and that is not set, in words. */
function problemOf(name: string, server: ServerConfig, { variables }: Surroundings): string | undefined {
  const { url, env } = server;
  const missing =
    url === undefined && isNames(env) ? env.find((each) => variables[each] === undefined) : undefined;
  if (missing !== undefined)
    return `Cannot pass ${missing} to the MCP server "${name}": it is not set. Set it, or take it out of env`;
  const [unset] = unsetIn(JSON.stringify(server));
  return unset === undefined
    ? undefined
    : `Cannot substitute "\${${unset}}" for the MCP server "${name}": ${unset} is not set. Set it, or write \${${unset}:-default}`;
}

function remotePlace(url: string, { headers, oauth }: ServerConfig): RemoteServer {
  const hasAuthorization = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  return { type: "http", url, headers, ...(oauth === false || hasAuthorization ? {} : { oauth }) };
}

function localPlace(server: ServerConfig, { base, variables }: Surroundings): LocalServer {
  const { command = "", args, cwd, hosts, trusted } = server;
  const folders: Mount[] = server.folders.map((folder) =>
    typeof folder === "string"
      ? { path: resolve(base, folder), access: "read-only" }
      : { path: resolve(base, folder.path), access: folder.write ? "read-write" : "read-only" },
  );
  const configuredDirectory = cwd === undefined ? undefined : resolve(base, cwd);
  const seen = folders.some(({ path }) => path === base || base.startsWith(path === "/" ? "/" : `${path}/`));
  // Like any other program, it starts in the folder of the config if it sees that. Otherwise its relative
  // paths are made absolute.
  const workingDirectory = configuredDirectory ?? (!trusted && seen ? base : undefined);
  const image = trusted ? undefined : imageOf([command, ...args], server, base);
  const whole = trusted || workingDirectory !== undefined ? (text: string) => text : wholePath(base);
  return {
    type: "stdio",
    command: /^\.{0,2}\//.test(command) ? resolve(base, command) : command,
    args: args.map(whole),
    environment: {
      ...environmentOf(server.env, { variables, whole }),
      ...(image === undefined ? {} : imageVariables(image, server.env, variables)),
    },
    folders:
      configuredDirectory === undefined
        ? folders
        : [{ path: configuredDirectory, access: "read-only" }, ...folders],
    hosts,
    trusted,
    ...defined({
      workingDirectory,
      image,
      package: trusted ? undefined : packageOf([command, ...args.map(whole)], server),
    }),
  };
}

/** The package of a contained server. A command that cannot be parsed is started unchanged. */
function packageOf(
  argv: readonly string[],
  { integrity, installScripts }: ServerConfig,
): ServerPackage | undefined {
  try {
    const found = readPackageCommand(argv);
    return found === undefined ? undefined : { ...found, installScripts, ...defined({ integrity }) };
  } catch {
    return undefined;
  }
}

function imageOf(
  argv: readonly string[],
  { integrity }: ServerConfig,
  base: string,
): ServerImage | undefined {
  const found = readContainerCommand(argv, base);
  return found === undefined ? undefined : { ...found, ...defined({ integrity }) };
}

/**
 * The variables that `-e` sets and passes on. A variable that the config sets, or that is not set, is left
 * out.
 */
function imageVariables(
  { environment, passed }: ServerImage,
  env: ServerConfig["env"],
  variables: Surroundings["variables"],
): Record<string, string> {
  const own = new Set(isNames(env) ? [] : Object.keys(env));
  const handed = passed.filter((name) => !own.has(name) && variables[name] !== undefined);
  return { ...Object.fromEntries(handed.map((name) => [name, variables[name] ?? ""])), ...environment };
}

/** Makes `.`, `..`, `./x` and `../x` absolute, also after `--option=`. Everything else stays unchanged. */
function wholePath(base: string): (text: string) => string {
  return (text) =>
    text.replace(
      /^(--?[\w-]+=)?(\.{1,2}(?:\/.*)?)$/s,
      (_all, option = "", path) => option + resolve(base, path),
    );
}

function environmentOf(
  configured: ServerConfig["env"],
  { variables, whole }: Pick<Surroundings, "variables"> & { whole(text: string): string },
): Readonly<Record<string, string>> {
  if (!isNames(configured))
    return Object.fromEntries(Object.entries(configured).map(([key, value]) => [key, whole(value)]));
  // A variable that is not set keeps the server from starting; see `problemOf`.
  return Object.fromEntries(configured.map((name) => [name, variables[name] ?? ""]));
}

const isNames = (env: ServerConfig["env"]): env is readonly string[] => Array.isArray(env);
