import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Config, configSchema } from "../../src/config/schema/config-schema.ts";
import { DEFAULT_CONFIG } from "../../src/config/schema/default-config.ts";
import { tightenConfig } from "../../src/config/trust/tighten-config.ts";
import { VERDICTS } from "../../src/contract/verdict.ts";
import { judge } from "../../src/policy/judge.ts";
import { isRecord } from "../../src/text/record.ts";
import { configLayers } from "../../src/wiring/foundation.ts";

const CASES = 10_000;
const SEED = 20_261_116;

/** What an untrusted config may change, and in which direction; every other setting must stay as it was trusted. */
const LOWER = [
  "tools.timeout tools.networkTimeout tools.maxConcurrent tools.maxInput tools.maxOutput",
  "approvals.expiry.chat approvals.expiry.cli approvals.expiry.rest approvals.expiry.parked",
  "sandbox.timeout sandbox.scriptTimeout sandbox.memory sandbox.cpu sandbox.cpuTime sandbox.processes sandbox.fileSize",
  "sandbox.workspaceSize sandbox.openFiles sandbox.output network.maxBytes network.timeout network.maxRedirects",
].flatMap((line) => line.split(" "));
const HIGHER = ["approvals.quorum.low", "approvals.quorum.medium", "approvals.quorum.high"];

const host = fc.constantFrom(
  "*",
  "example.com",
  "*.example.com",
  "evil.example:6379",
  "[::1]:80",
  "10.0.0.0/8",
);
const hosts = fc.array(host, { maxLength: 3 });
const rule = fc.constantFrom(
  ...[
    "shell",
    "write_file",
    "read_file",
    "write_file(./**)",
    "file.read(**)",
    "host.read(*)",
    "command.run(git *)",
  ],
  ...["*", "http_request(https://example.com/**)", "file.delete(**)", "shell(rm *)"],
);
const rules = fc.array(rule, { maxLength: 4 });
const size = fc.integer({ min: 1, max: 2 ** 40 });
const text = fc.constantFrom("/", "..", "/etc", "evil", "https://evil.example/v1", "$" + "{OPENAI_API_KEY}");
const texts = fc.array(text, { maxLength: 2 });
const some = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined });
const optional = (model: Record<string, fc.Arbitrary<unknown>>) => fc.record(model, { requiredKeys: [] });

const hostile = optional({
  workspace: text,
  persona: text,
  tools: optional({
    timeout: size,
    networkTimeout: size,
    maxConcurrent: fc.integer({ min: 1, max: 1000 }),
    allowedPaths: texts,
    maxInput: size,
    maxOutput: size,
    undoLimit: size,
    environment: optional({ read: texts, write: texts }),
  }),
  permissions: optional({ safe: rules, confirm: rules, deny: rules }),
  approvals: optional({
    expiry: optional({ chat: size, cli: size, rest: size, parked: size }),
    quorum: optional({ low: fc.nat(4), medium: fc.nat(4), high: fc.nat(4) }),
    people: fc.dictionary(text, texts, { maxKeys: 2 }),
  }),
  sandbox: optional({
    enabled: fc.boolean(),
    driver: fc.constantFrom("auto", "process", "docker", "bubblewrap"),
    image: some(text),
    socket: some(text),
    runtime: some(text),
    warm: fc.boolean(),
    timeout: size,
    memory: size,
    cpu: fc.integer({ min: 1, max: 64 }),
    processes: fc.integer({ min: 1, max: 10_000 }),
    output: size,
    skills: fc.dictionary(text, optional({ memory: size }), { maxKeys: 2 }),
  }),
  network: optional({
    allow: hosts,
    deny: hosts,
    allowPrivate: hosts,
    maxBytes: size,
    timeout: size,
    maxRedirects: fc.nat(20),
  }),
  ...Object.fromEntries(
    Object.keys(configSchema.shape)
      .filter(
        (key) =>
          !["workspace", "persona", "tools", "permissions", "approvals", "sandbox", "network"].includes(key),
      )
      .map((key) => [key, fc.dictionary(text, fc.oneof(text, texts, fc.boolean(), size), { maxKeys: 2 })]),
  ),
});

test("no generated config loosens what is trusted: 10,000 configs, settings and verdicts", () => {
  let tightened = 0;
  let number = 0;
  fc.assert(
    fc.property(hostile, hostile, fc.boolean(), (untrusted, accepted, changed) => {
      const trusted = changed ? over(DEFAULT_CONFIG, accepted) : DEFAULT_CONFIG;
      const made = tightenConfig(over(trusted, untrusted), trusted);
      const differences = leaves(made.config, trusted);
      for (const [key, mine, before] of differences) {
        tightened++;
        if (!isTighter(key, mine, before))
          expect.unreachable(`${key}: ${JSON.stringify(before)} -> ${JSON.stringify(mine)}`);
      }
      // Reading rules takes most of the time; settings other than rules change no verdict.
      if (!("permissions" in untrusted) || number++ % 5 > 0) return;
      const layers = (config: Config, more: object) =>
        configLayers({ config, base: "/base", lineOf: () => undefined, ...more } as never, "/base"); // what layers need
      const own = layers(trusted, {});
      const both = layers(made.config, {
        rules: { file: "/base/dejima.yaml", base: "/base", ...made.rules },
      });
      for (const call of CALLS)
        if (VERDICTS.indexOf(judge(call, both).verdict) < VERDICTS.indexOf(judge(call, own).verdict))
          expect.unreachable(`${call.tool.name} is judged less strictly`);
    }),
    { numRuns: CASES, seed: SEED },
  );
  expect(tightened).toBeGreaterThan(CASES);
  expect(number).toBeGreaterThan(1_000);
});

const tool = (name: string, risk: "low" | "medium" | "high" = "low") => ({ name, aliases: [], risk });
const CALLS = [
  { tool: tool("shell", "high"), effects: [{ kind: "command.run", target: "git status" }] },
  { tool: tool("write_file", "medium"), effects: [{ kind: "file.write", target: "/base/a.txt" }] },
  { tool: tool("read_file"), effects: [{ kind: "file.read", target: "/base/a.txt" }] },
] as const;

/** Lists of what is allowed. */
const FEWER = [
  "tools.allowedPaths",
  "tools.environment.read",
  "tools.environment.write",
  "network.allowPrivate",
];

/** An independent list of what counts as stricter. */
function isTighter(key: string, mine: unknown, before: unknown): boolean {
  if (LOWER.includes(key)) return Number(mine) < Number(before);
  if (HIGHER.includes(key)) return Number(mine) > Number(before);
  if (key === "sandbox.enabled") return mine === false;
  if (key === "network.deny") return (before as string[]).every((each) => (mine as string[]).includes(each));
  if (key === "network.allow")
    return (before as string[]).length === 0 && (mine as string[]).every((each) => !/[:/[\]]/.test(each));
  if (FEWER.includes(key)) return (mine as string[]).every((each) => (before as string[]).includes(each));
  // A server that is gone; one that is there is as it was.
  if (key.startsWith("mcpServers.")) return mine === undefined;
  return false;
}

function over(base: Config, changes: object): Config {
  const merged: Record<string, unknown> = structuredClone(base);
  for (const [key, value] of Object.entries(changes))
    merged[key] = isRecord(value) && isRecord(merged[key]) ? over(merged[key] as Config, value) : value;
  return merged as Config; // values that the schema would refuse are hostile enough
}

function leaves(mine: unknown, before: unknown, key = ""): [string, unknown, unknown][] {
  if (isDeepStrictEqual(mine, before)) return [];
  if (!isRecord(mine) || !isRecord(before)) return [[key, mine, before]];
  return [...new Set([...Object.keys(mine), ...Object.keys(before)])].flatMap((name) =>
    leaves(mine[name], before[name], key === "" ? name : `${key}.${name}`),
  );
}
