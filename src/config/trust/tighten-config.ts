import { isDeepStrictEqual } from "node:util";
import { differences } from "../edit/changed-keys.ts";
import type { Config } from "../schema/config-schema.ts";

/** A setting of a config that is ignored until the config is trusted, and why. */
export interface IgnoredSetting {
  /** Its path, such as `models.providers`. */
  readonly key: string;
  readonly why: string;
}

/** The part of an untrusted config that is used. */
interface TightenedConfig {
  readonly config: Config;
  /** Rules that apply in addition to all others. They can only forbid and ask. */
  readonly rules: { readonly confirm: readonly string[]; readonly deny: readonly string[] };
  readonly ignored: readonly IgnoredSetting[];
}

/** Accepts a value only as far as it is stricter than the trusted one. */
type Tighten<Value> = (theirs: Value, trusted: Value, key: string, ignored: IgnoredSetting[]) => Value;

/**
 * Reduces an untrusted config to what is stricter than `trusted`, the config that was accepted
 * before, or the defaults. Every key of the schema has an entry in the table below, which the compiler checks.
 */
export function tightenConfig(untrusted: Config, trusted: Config): TightenedConfig {
  const ignored: IgnoredSetting[] = [];
  const config = CONFIG(untrusted, trusted, "", ignored);
  const { safe, confirm, deny } = untrusted.permissions;
  // Calls that a removed rule allowed need approval.
  const gone = trusted.permissions.safe.filter((rule) => !safe.includes(rule));
  return { config, ignored, rules: { confirm: [...confirm, ...gone], deny } };
}

/** Only a lower number is stricter. */
const lower: Tighten<number> = (theirs, trusted, key, ignored) => {
  if (theirs > trusted) ignored.push({ key, why: "it would raise a limit" });
  return Math.min(theirs, trusted);
};

/** Only a higher number is stricter. */
const higher: Tighten<number> = (theirs, trusted, key, ignored) => {
  if (theirs < trusted) ignored.push({ key, why: "it would lower a requirement" });
  return Math.max(theirs, trusted);
};

/** A switch that can be turned off, not on. */
const onlyOff: Tighten<boolean> = (theirs, trusted, key, ignored) => {
  if (theirs && !trusted) ignored.push({ key, why: "it would turn something on" });
  return theirs && trusted;
};

/** A deny list: entries can be added, not removed. */
const onlyMore: Tighten<string[]> = (theirs, trusted, key, ignored) => {
  if (trusted.some((text) => !theirs.includes(text))) ignored.push({ key, why: "it would forbid less" });
  return [...new Set([...trusted, ...theirs])];
};

/** A name or a pattern of names, without a port: an entry with one opens that port of its host. */
const HOST_WITHOUT_PORT = /^[\w*.-]+$/;

/** An allow list where an empty list means everything. Can be set, not changed. */
const onlySet: Tighten<string[]> = (theirs, trusted, key, ignored) => {
  if (isDeepStrictEqual(theirs, trusted)) return trusted;
  if (trusted.length === 0 && theirs.every((host) => HOST_WITHOUT_PORT.test(host))) return theirs;
  const why = trusted.length === 0 ? "further ports could be reached" : "more hosts could be reached";
  ignored.push({ key, why });
  return trusted;
};

/** Ignored until a person trusts the config. */
function waits(why: string): <Value>(...given: Parameters<Tighten<Value>>) => Value {
  return (theirs, trusted, key, ignored) => {
    for (const each of differences(theirs, trusted, key)) ignored.push({ key: each, why });
    return trusted;
  };
}

/** An allow list: entries can be removed, not added. */
function onlyFewer(why: string): Tighten<string[]> {
  return (theirs, trusted, key, ignored) => {
    if (theirs.some((text) => !trusted.includes(text))) ignored.push({ key, why });
    return trusted.filter((text) => theirs.includes(text));
  };
}

/** A list whose new entries are ignored. The caller handles removed entries. */
const onlyKnown: Tighten<string[]> = (theirs, trusted, key, ignored) => {
  if (theirs.some((text) => !trusted.includes(text)))
    ignored.push({ key, why: "calls would run without a question" });
  return trusted;
};

/** Named servers: can be removed, not added or changed. */
function onlyFewerServers<Entry>(
  ...[theirs, trusted, key, ignored]: Parameters<Tighten<Record<string, Entry>>>
): Record<string, Entry> {
  for (const [name, entry] of Object.entries(theirs))
    if (!Object.hasOwn(trusted, name) || !isDeepStrictEqual(entry, trusted[name]))
      ignored.push({ key: `${key}.${name}`, why: "a server would be started or asked" });
  return Object.fromEntries(Object.entries(trusted).filter(([name]) => Object.hasOwn(theirs, name)));
}

/** Folders that may be accessed: some can be removed, not all; none can be added. */
const onlyFewerFolders: Tighten<string[]> = (theirs, trusted, key, ignored) => {
  const kept = trusted.filter((path) => theirs.includes(path));
  if (kept.length < theirs.length) ignored.push({ key, why: "tools would reach other folders" });
  return kept.length === 0 ? trusted : kept;
};

/** Applies as an additional layer of rules, which can only tighten. */
const addsAsRules: Tighten<string[]> = (theirs, trusted, key, ignored) => {
  if (trusted.some((text) => !theirs.includes(text))) ignored.push({ key, why: "a rule would be gone" });
  return trusted;
};

function each<Value extends object>(
  table: {
    readonly [Key in keyof Value]-?: Tighten<Value[Key]>;
  },
): Tighten<Value> {
  return (theirs, trusted, key, ignored) => {
    const made = { ...trusted };
    for (const name of Object.keys(table) as (keyof Value & string)[]) {
      // its own keys
      const value = table[name](theirs[name], trusted[name], key === "" ? name : `${key}.${name}`, ignored);
      if (value === undefined) delete made[name];
      else made[name] = value;
    }
    return made;
  };
}

const sandbox = waits("programs would be contained by its own choice");

const CONFIG = each<Config>({
  workspace: waits("tools would work in another folder"),
  workspaces: waits("conversations would work in other folders"),
  store: waits("it would choose where conversations and approvals are stored"),
  tenant: waits("the rows of another organisation would be used"),
  runs: waits("messages would be worked on elsewhere"),
  blobs: waits("it would choose where files of runs are sent"),
  tools: each<Config["tools"]>({
    timeout: lower,
    networkTimeout: lower,
    maxConcurrent: lower,
    allowedPaths: onlyFewerFolders,
    untrusted: onlyMore,
    sensitiveNames: onlyMore,
    roles: waits("arguments would be asked about less"),
    prices: waits("calls would be counted at other prices"),
    maxInput: lower,
    maxOutput: lower,
    undoLimit: waits("other changes could be undone"),
    environment: each<Config["tools"]["environment"]>({
      read: onlyFewer("tools would read your environment"),
      write: onlyFewer("tools would set your environment"),
    }),
  }),
  permissions: each<Config["permissions"]>({
    safe: onlyKnown,
    confirm: addsAsRules,
    deny: addsAsRules,
  }),
  approvals: each<Config["approvals"]>({
    expiry: each({ chat: lower, cli: lower, rest: lower, parked: lower }),
    quorum: each({ low: higher, medium: higher, high: higher }),
    byOthers: (theirs, trusted, key, ignored) => {
      if (trusted.some((risk) => !theirs.includes(risk)))
        ignored.push({ key, why: "it would lower a requirement" });
      return [...new Set([...trusted, ...theirs])];
    },
    people: waits("it would say who may answer"),
  }),
  sandbox: each<Config["sandbox"]>({
    enabled: onlyOff,
    driver: sandbox,
    image: sandbox,
    socket: sandbox,
    runtime: sandbox,
    warm: sandbox,
    timeout: lower,
    scriptTimeout: lower,
    memory: lower,
    cpu: lower,
    cpuTime: lower,
    processes: lower,
    fileSize: lower,
    workspaceSize: lower,
    openFiles: lower,
    output: lower,
    skills: sandbox,
  }),
  skills: waits("other people's skills would be offered"),
  network: each<Config["network"]>({
    allow: onlySet,
    deny: onlyMore,
    allowPrivate: onlyFewer("private addresses could be reached"),
    maxBytes: lower,
    timeout: lower,
    maxRedirects: lower,
  }),
  retrieval: waits("it would choose where texts, including memories, are sent"),
  browser: waits("a browser would be started as it says"),
  webSearch: waits("it would choose where searches are sent"),
  models: waits("it would choose where chats and your key are sent"),
  agent: waits("it would steer the agent"),
  memory: waits("memories would be kept as it says"),
  server: waits("the server would be open as it says"),
  packages: waits("packages would come from elsewhere"),
  telemetry: waits("it would choose where traces are sent"),
  schedule: waits("tasks would run as it says"),
  persona: waits("the model would be told who to be"),
  mcpServers: onlyFewerServers,
  mcpClients: waits("it would choose which clients are let in"),
  openapi: waits("an API would be called as it says"),
  databases: waits("a database would be used as it says"),
  channels: waits("orders would be taken from a messenger"),
  log: waits("the log would be kept as it says"),
});
