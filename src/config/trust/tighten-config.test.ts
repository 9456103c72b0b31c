import { expect, test } from "vitest";
import { type Config, configSchema } from "../schema/config-schema.ts";
import { DEFAULT_CONFIG } from "../schema/default-config.ts";
import { tightenConfig } from "./tighten-config.ts";

/** Sections of which single settings may be stricter; everything else waits as a whole. */
const SECTIONS = new Set(["tools", "permissions", "approvals", "sandbox", "network"]);
/** What may only shrink, with a value that allows more. */
const ALLOWANCES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["tools.allowedPaths", ["trusted", "more"]],
  ["tools.environment", { read: ["more"], write: ["more"] }],
  ["permissions.safe", ["trusted", "more"]],
  ["network.allowPrivate", ["trusted", "more"]],
]);
const hostile = { hostile: true } as never;

function shapeOf(schema: unknown): Record<string, unknown> {
  let found = schema as { shape?: Record<string, unknown>; unwrap?(): unknown }; // Zod keeps wrappers around objects
  while (found.shape === undefined && found.unwrap !== undefined) found = found.unwrap() as typeof found;
  return found.shape ?? {};
}

test("every key of the schema is classified: keys that may loosen wait, and are named", () => {
  const keys = Object.keys(configSchema.shape) as (keyof Config)[];
  expect(keys.length).toBeGreaterThan(20);
  for (const key of keys.filter((name) => !SECTIONS.has(name))) {
    const { config, ignored } = tightenConfig({ ...DEFAULT_CONFIG, [key]: hostile }, DEFAULT_CONFIG);
    expect(config[key]).toEqual(DEFAULT_CONFIG[key]);
    expect(
      ignored.some((setting) => setting.key.split(".")[0] === key),
      key,
    ).toBe(true);
  }
});

test("every key of a section is classified, too: a looser value is not used, and is named", () => {
  for (const section of SECTIONS as Set<keyof Config>) {
    const before = DEFAULT_CONFIG[section] as Record<string, unknown>;
    for (const key of Object.keys(shapeOf(configSchema.shape[section]))) {
      if (`${section}.${key}` === "network.allow") continue; // an empty list is the loosest there is
      const value = ALLOWANCES.get(`${section}.${key}`) ?? looser(before[key]);
      const untrusted = { ...DEFAULT_CONFIG, [section]: { ...before, [key]: value } } as Config; // one value is off
      const trusted = {
        ...DEFAULT_CONFIG,
        [section]: { ...before, [key]: trustedFor(before[key]) },
      } as Config; // likewise
      const { config, ignored } = tightenConfig(untrusted, trusted);
      const made = (config[section] as Record<string, unknown>)[key];
      expect(made, `${section}.${key}`).toEqual((trusted[section] as Record<string, unknown>)[key]);
      expect(
        ignored.some((setting) => setting.key.startsWith(`${section}.${key}`)),
        `${section}.${key}`,
      ).toBe(true);
    }
  }
});

// A number grows, or falls where it is a requirement; a list loses what it held; anything else becomes something else.
function looser(value: unknown): unknown {
  if (typeof value === "number") return value * 2;
  if (typeof value === "boolean") return true;
  if (Array.isArray(value)) return [];
  if (isQuorum(value)) return { low: 1, medium: 1, high: 1 };
  if (isExpiry(value)) return { ...value, chat: 1e12 };
  return hostile;
}

function trustedFor(value: unknown): unknown {
  if (typeof value === "boolean") return false;
  if (Array.isArray(value)) return ["trusted"];
  return isQuorum(value) ? { low: 2, medium: 2, high: 2 } : value;
}

const isQuorum = (value: unknown): value is object =>
  typeof value === "object" && value !== null && "high" in value;
const isExpiry = (value: unknown): value is object =>
  typeof value === "object" && value !== null && "chat" in value;

test("stricter values apply: limits, hosts, quorum, the sandbox switch, and rules that deny or ask", () => {
  const untrusted: Config = {
    ...DEFAULT_CONFIG,
    tools: { ...DEFAULT_CONFIG.tools, timeout: 1_000 },
    network: { ...DEFAULT_CONFIG.network, allow: ["example.com"], deny: ["a.example"] },
    approvals: { ...DEFAULT_CONFIG.approvals, quorum: { low: 1, medium: 2, high: 3 } },
    sandbox: { ...DEFAULT_CONFIG.sandbox, enabled: false },
    permissions: { safe: ["shell"], confirm: ["read_file"], deny: ["list_files"] },
  };
  const { config, rules, ignored } = tightenConfig(untrusted, DEFAULT_CONFIG);
  expect(config.tools.timeout).toBe(1_000);
  expect(config.network).toMatchObject({ allow: ["example.com"], deny: ["a.example"] });
  expect(config.approvals.quorum).toEqual({ low: 1, medium: 2, high: 3 });
  expect(config.sandbox.enabled).toBe(false);
  expect(config.permissions).toEqual(DEFAULT_CONFIG.permissions);
  expect(rules).toEqual({ confirm: ["read_file"], deny: ["list_files"] });
  expect(ignored.map(({ key }) => key)).toEqual(["permissions.safe"]);
});

test("settings removed from a trusted config stop applying before the rest is accepted", () => {
  const server = (command: string) => ({ command });
  const trusted = configSchema.parse({
    permissions: { safe: ["write_file(./out/**)", "shell(git status)"] },
    tools: { allowedPaths: [".", "/srv/data"], environment: { read: ["LANG"], write: ["LANG"] } },
    network: { allowPrivate: ["localhost:8080"] },
    mcpServers: { kept: server("a"), gone: server("b"), changed: server("c") },
  });
  const edited = configSchema.parse({
    permissions: { safe: ["shell(git status)", "shell"] },
    tools: { allowedPaths: ["."] },
    mcpServers: { kept: server("a"), changed: server("evil"), added: server("evil") },
  });
  const { config, ignored, rules } = tightenConfig(edited, trusted);
  expect(rules.confirm).toEqual(["write_file(./out/**)"]);
  expect(config.tools.allowedPaths).toEqual(["."]);
  expect(config.tools.environment).toEqual({ read: [], write: [] });
  expect(config.network.allowPrivate).toEqual([]);
  expect(config.mcpServers).toEqual({
    kept: trusted.mcpServers.kept,
    changed: trusted.mcpServers.changed,
  });
  expect(ignored.map(({ key }) => key)).toEqual([
    "permissions.safe",
    "mcpServers.changed",
    "mcpServers.added",
  ]);
});
