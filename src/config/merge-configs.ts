import { isDeepStrictEqual } from "node:util";
import { coversHost, readHostPattern } from "../support/network/host-pattern.ts";
import { isRecord } from "../text/record.ts";

type Choose = (own: unknown, theirs: unknown) => unknown;

/** The union of both lists. */
const both: Choose = (own, theirs) => {
  if (!Array.isArray(own) || !Array.isArray(theirs)) return theirs;
  const added = theirs.filter((item) => !own.some((one) => isDeepStrictEqual(one, item)));
  return [...own, ...added];
};

const higher: Choose = (own, theirs) =>
  typeof own === "number" && typeof theirs === "number" ? Math.max(own, theirs) : theirs;

/** The strict value of the user always applies. */
const stays =
  (strict: unknown): Choose =>
  (own, theirs) =>
    own === strict ? own : theirs;

/** Named entries of both; the user's are not changed. */
const ownFirst: Choose = (own, theirs) =>
  isRecord(own) && isRecord(theirs) ? { ...theirs, ...own } : theirs;

/** The hosts that may be reached: those of the project that the user's list covers. An empty list means every host. */
const withinHosts: Choose = (own, theirs) => {
  if (!Array.isArray(own) || own.length === 0 || !Array.isArray(theirs)) return theirs;
  const kept = theirs.filter((host) => own.some((one) => covers(String(one), String(host))));
  return kept.length === 0 ? own : kept;
};

/** The intersection of two allow lists. */
const shared: Choose = (own, theirs) =>
  Array.isArray(own) && Array.isArray(theirs) ? theirs.filter((item) => own.includes(item)) : theirs;

/** The permitted people: those of the project that the user's list names as well. */
const amongPeople: Choose = (own, theirs) => {
  if (!Array.isArray(own) || !Array.isArray(theirs)) return own ?? theirs;
  const kept = theirs.filter((person) => own.some((one) => isDeepStrictEqual(one, person)));
  return kept.length === 0 ? own : kept;
};

/** The groups with a role: in each role that the user gives, those of the project that the user's list names. */
const amongGroups: Choose = (own, theirs) =>
  isRecord(own) && isRecord(theirs)
    ? Object.fromEntries(
        Object.entries(own).map(([role, people]) => [role, amongPeople(people, theirs[role])]),
      )
    : own;

/** A project cannot replace the user's sandbox driver with the one that contains nothing. */
const contained: Choose = (own, theirs) => (own !== "process" && theirs === "process" ? own : theirs);

/** Settings that require or forbid something. The stricter value applies: a project can require more than the user, never less. */
const STRICTER: Readonly<Record<string, Choose>> = {
  "tools.untrusted": both,
  "tools.sensitiveNames": both,
  "tools.prices": ownFirst,
  "network.deny": both,
  "network.allow": withinHosts,
  "approvals.byOthers": both,
  "approvals.quorum.low": higher,
  "approvals.quorum.medium": higher,
  "approvals.quorum.high": higher,
  "approvals.people.*": both,
  "channels.*.allowed": amongPeople,
  "channels.*.approvers": amongPeople,
  "server.signIn.roles": amongGroups,
  "packages.npm": (own) => own,
  "packages.python": (own) => own,
  "mcpClients.*.only": shared,
  "mcpClients.*.confirm": both,
  "mcpClients.*.deny": both,
  "databases.*.readOnly": stays(true),
  "databases.*.trusted": stays(false),
  "mcpServers.*.trusted": stays(false),
  "sandbox.driver": contained,
  "log.witnesses": both,
  "log.durability": stays("written"),
  "sandbox.enabled": stays(false),
  "browser.trusted": stays(false),
  "telemetry.content": stays(false),
  "schedule.unattended": stays("deny"),
};

type WrittenConfig = Readonly<Record<string, unknown>>;

/** Records whose keys are names that people choose. */
const NAMED = new Set(["approvals.people", "channels", "databases", "mcpClients", "mcpServers"]);

/** Settings that determine where the keys, passwords and variables of the same entry are sent. */
const WHERE = [
  ...[
    "url",
    "baseUrl",
    "apiRoot",
    "uploadRoot",
    "endpoint",
    "metrics",
    "document",
    "issuer",
    "tokenEndpoint",
  ],
  ...["command", "args", "cwd", "provider"],
];

/** Settings of a server that make the same command run other code or reach more. */
const WHAT_RUNS = ["env", "hosts", "trusted", "integrity", "installScripts"];

/**
 * Merges the settings of a project over the user's. The project wins, except where the stricter value applies. If a project
 * changes an address or program, it gets none of the user's other settings for that entry: the user's keys would be sent there.
 */
export function mergeConfigs(user: WrittenConfig, project: WrittenConfig, at = ""): Record<string, unknown> {
  const keyOf = (name: string) => (at === "" ? name : `${at}.${NAMED.has(at) ? "*" : name}`);
  const decisive = at === "mcpServers.*" ? [...WHERE, ...WHAT_RUNS] : WHERE;
  const isElsewhere = decisive.some(
    (name) => Object.hasOwn(project, name) && !isDeepStrictEqual(project[name], user[name]),
  );
  const kept = Object.entries(user).filter(([name]) => !isElsewhere || Object.hasOwn(STRICTER, keyOf(name)));
  const made: Record<string, unknown> = Object.fromEntries(kept);
  for (const [name, theirs] of Object.entries(project)) {
    const key = keyOf(name);
    const own = Object.hasOwn(made, name) ? named(made[name]) : undefined;
    const over = named(theirs);
    const choose = Object.hasOwn(STRICTER, key) ? STRICTER[key] : undefined;
    if (choose !== undefined && Object.hasOwn(made, name)) made[name] = choose(made[name], theirs);
    else if (isRecord(own) && isRecord(over)) made[name] = mergeConfigs(own, over, key);
    else made[name] = theirs;
  }
  return made;
}

/** The settings in a config, as `section.key`, or `section` if it has no keys. */
export function settingKeys(given: WrittenConfig): string[] {
  return Object.entries(given).flatMap(([section, value]) =>
    isRecord(value) ? Object.keys(value).map((name) => `${section}.${name}`) : [section],
  );
}

/** Whether one host pattern covers everything that another one matches. */
function covers(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  const [outer, inner] = [readHostPattern(wide), readHostPattern(narrow)];
  // Only an entry with a port opens that port.
  if (inner === undefined || inner.port !== outer?.port) return false;
  if (wide === "*") return true;
  if (outer === undefined || !inner.name.startsWith("*."))
    return outer !== undefined && coversHost(outer, inner.name);
  return outer.name.startsWith("*.") && inner.name.endsWith(outer.name.slice(1));
}

/** Converts a list of named entries (the form of servers in some formats) to a record by name. */
function named(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const entries = value.flatMap((item) =>
    isRecord(item) && typeof item.name === "string" ? [withoutName(item, item.name)] : [],
  );
  return entries.length === value.length ? Object.fromEntries(entries) : value;
}

function withoutName({ name: _name, ...rest }: WrittenConfig, name: string): [string, unknown] {
  return [name, rest];
}
