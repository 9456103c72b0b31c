import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeConfigs } from "./merge-configs.ts";
import { validateConfig } from "./parse-config.ts";

const HOSTS = ["a.example", "*.a.example", "x.a.example", "a.example:8443", "b.example", "10.0.0.0/8", "*"];
const hosts = fc.subarray(HOSTS);
const RISKS = ["low", "medium", "high"] as const;

/** Settings that demand or forbid something, each of them left out in some configs. */
const demands = fc.record(
  {
    network: fc.record({ allow: hosts, deny: hosts }, { requiredKeys: [] }),
    approvals: fc.record(
      {
        byOthers: fc.subarray([...RISKS]),
        quorum: fc.record(Object.fromEntries(RISKS.map((risk) => [risk, fc.integer({ min: 1, max: 4 })])), {
          requiredKeys: [],
        }),
      },
      { requiredKeys: [] },
    ),
    tools: fc.record(
      { untrusted: fc.subarray(["./a", "./b"]), sensitiveNames: fc.subarray(["*.x", "*.y"]) },
      { requiredKeys: [] },
    ),
    sandbox: fc.record({ enabled: fc.boolean() }, { requiredKeys: [] }),
    browser: fc.record({ trusted: fc.boolean() }, { requiredKeys: [] }),
    telemetry: fc.record({ content: fc.boolean() }, { requiredKeys: [] }),
    schedule: fc.record({ unattended: fc.constantFrom("deny", "park") }, { requiredKeys: [] }),
    log: fc.record(
      {
        durability: fc.constantFrom("written", "buffered"),
        witnesses: fc.subarray([{ file: "/w/1" }, { file: "/w/2" }]),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

test("mergeConfigs() lets no project demand less than the user does", () => {
  fc.assert(
    fc.property(demands, demands, (user, project) => {
      const { network, approvals, tools, sandbox, browser, telemetry, schedule, log } = validateConfig(
        mergeConfigs(user, project),
        "merged",
      );
      expect(network.deny).toEqual(expect.arrayContaining(user.network?.deny ?? []));
      expect(approvals.byOthers).toEqual(expect.arrayContaining(user.approvals?.byOthers ?? []));
      for (const risk of RISKS)
        expect(approvals.quorum[risk]).toBeGreaterThanOrEqual(user.approvals?.quorum?.[risk] ?? 1);
      expect(tools.untrusted).toEqual(expect.arrayContaining(user.tools?.untrusted ?? []));
      expect(tools.sensitiveNames).toEqual(expect.arrayContaining(user.tools?.sensitiveNames ?? []));
      expect(log.witnesses).toEqual(expect.arrayContaining(user.log?.witnesses ?? []));
      if (user.sandbox?.enabled === false) expect(sandbox.enabled).toBe(false);
      if (user.browser?.trusted === false) expect(browser.trusted).toBe(false);
      if (user.telemetry?.content === false) expect(telemetry.content).toBe(false);
      if (user.schedule?.unattended === "deny") expect(schedule.unattended).toBe("deny");
      if (user.log?.durability === "written") expect(log.durability).toBe("written");
      const allowed = user.network?.allow ?? [];
      if (allowed.length > 0) {
        expect(network.allow).not.toEqual([]);
        const admitted = (entries: readonly string[]) => entries.flatMap((host) => ADMITS[host] ?? []);
        expect(admitted(allowed)).toEqual(expect.arrayContaining(admitted(network.allow)));
      }
    }),
    { numRuns: 3_000, seed: 18 },
  );
});

/** Said by hand: what each entry of a list of hosts admits, among these requests. */
const ADMITS: Readonly<Record<string, readonly string[]>> = {
  "a.example": ["a"],
  "*.a.example": ["x.a", "y.a"],
  "x.a.example": ["x.a"],
  "a.example:8443": ["a:8443"],
  "b.example": ["b"],
  "10.0.0.0/8": ["10.1.2.3"],
  "*": ["a", "x.a", "y.a", "b", "10.1.2.3"],
};

test("mergeConfigs() narrows the hosts of the user to those that the project names", () => {
  const merged = (user: string[], project: string[]) =>
    mergeConfigs({ network: { allow: user } }, { network: { allow: project } });
  expect(merged(["*.a.example"], ["x.a.example", "evil.example"])).toEqual({
    network: { allow: ["x.a.example"] },
  });
  expect(merged(["a.example"], ["evil.example"])).toEqual({ network: { allow: ["a.example"] } });
  expect(merged(["a.example"], [])).toEqual({ network: { allow: ["a.example"] } });
  expect(merged([], ["a.example"])).toEqual({ network: { allow: ["a.example"] } });
});

const KEY = "key-of-the-user";
const ELSEWHERE = "https://elsewhere.example/";

test.each([
  ["mcpServers", { url: "https://a.example/", headers: { authorization: KEY } }, { url: ELSEWHERE }],
  ["mcpServers", { command: "npx", args: ["good"], env: { KEY } }, { command: "npx", args: ["other"] }],
  ["mcpServers", { command: "node", args: ["a.js"], env: { KEY } }, { url: ELSEWHERE }],
  ["databases", { url: "postgres://me@a/b", password: KEY }, { url: "postgres://me@elsewhere/b" }],
  ["openapi", { document: "a.yaml", headers: { key: KEY } }, { document: "b.yaml", baseUrl: ELSEWHERE }],
])("mergeConfigs() sends no key of the user where a project says: %s %j", (section, own, theirs) => {
  for (const [user, project] of [
    [{ x: own }, { x: theirs }],
    [[{ name: "x", ...own }], { x: theirs }],
    [{ x: own }, [{ name: "x", ...theirs }]],
  ])
    expect(JSON.stringify(mergeConfigs({ [section]: user }, { [section]: project }))).not.toContain(KEY);
  const more = { ...theirs, timeout: 1 };
  expect(mergeConfigs({ [section]: { x: own } }, { [section]: { x: { ...own, ...more } } })).toHaveProperty(
    [section, "x"],
    { ...own, ...more },
  );
  expect(mergeConfigs({ [section]: { x: own } }, { [section]: { x: { risk: "high" } } })).toHaveProperty(
    [section, "x"],
    { ...own, risk: "high" },
  );
});

test("mergeConfigs() sends no key of the user to another model, search, collector or provider of logins", () => {
  const merged = mergeConfigs(
    {
      models: { default: "openai:x", providers: { openai: { apiKey: KEY } } },
      webSearch: { provider: "tavily", apiKey: KEY },
      retrieval: { embedder: { driver: "openai", model: "m", apiKey: KEY } },
      telemetry: { endpoint: "https://a.example/", headers: { key: KEY }, content: false },
      server: { maxRuns: 5, signIn: { issuer: "https://a.example/", clientSecret: KEY } },
      channels: { telegram: { token: KEY } },
    },
    {
      models: { providers: { openai: { baseUrl: ELSEWHERE } } },
      webSearch: { provider: "searxng", url: ELSEWHERE },
      retrieval: { embedder: { driver: "openai", model: "m", url: ELSEWHERE } },
      telemetry: { metrics: ELSEWHERE, content: true },
      server: { signIn: { issuer: ELSEWHERE } },
      channels: { telegram: { apiRoot: ELSEWHERE } },
    },
  );
  expect(JSON.stringify(merged)).not.toContain(KEY);
  expect(merged).toMatchObject({
    models: { default: "openai:x" },
    telemetry: { content: false },
    server: { maxRuns: 5 },
  });
});

test("mergeConfigs() keeps what the user demands of one person, client, database, server or sandbox", () => {
  const merged = mergeConfigs(
    {
      approvals: { people: { ann: ["ann", "telegram:1"] } },
      mcpClients: { "*": { only: ["read_file", "grep"], confirm: ["grep"], deny: ["shell"] } },
      databases: { shop: { url: "sqlite:a.db", readOnly: true, trusted: false } },
      mcpServers: { "a.b": { command: "x", trusted: false } },
      sandbox: { driver: "docker", memory: 1 },
    },
    {
      approvals: { people: { ann: ["ann"] } },
      mcpClients: { "*": { only: ["grep", "shell"], confirm: [], deny: [] } },
      databases: { shop: { url: "sqlite:b.db", readOnly: false, trusted: true } },
      mcpServers: [{ name: "a.b", command: "y", trusted: true }],
      sandbox: { driver: "process" },
    },
  );
  expect(merged).toEqual({
    approvals: { people: { ann: ["ann", "telegram:1"] } },
    mcpClients: { "*": { only: ["grep"], confirm: ["grep"], deny: ["shell"] } },
    databases: { shop: { url: "sqlite:b.db", readOnly: true, trusted: false } },
    mcpServers: { "a.b": { command: "y", trusted: false } },
    sandbox: { driver: "docker", memory: 1 },
  });
});

test.each([
  { env: { NODE_OPTIONS: "--import=data:text/javascript,0" } },
  { hosts: ["elsewhere.example"] },
  { trusted: true },
  { integrity: "sha512-AAAA" },
  { installScripts: true },
])("mergeConfigs() hands no key of the user to a server that a project changes by %j", (change) => {
  const own = {
    command: "npx",
    args: ["good"],
    env: { KEY },
    hosts: ["a.example"],
    integrity: "sha512-BBBB",
  };
  const merged = mergeConfigs(
    { mcpServers: { x: own } },
    { mcpServers: { x: { command: "npx", args: ["good"], ...change } } },
  );
  expect(merged).toEqual({ mcpServers: { x: { command: "npx", args: ["good"], ...change } } });
});

test("mergeConfigs() lets a project name nobody whom the user has not named, and no other registry of packages", () => {
  const merged = mergeConfigs(
    {
      channels: { telegram: { token: KEY, allowed: [7, 8], approvers: [7] } },
      server: { signIn: { issuer: "https://a.example/", roles: { user: ["staff"], admin: ["ops"] } } },
      packages: { npm: "https://own.example/" },
    },
    {
      channels: { telegram: { allowed: [8, 666], approvers: [666] } },
      server: { signIn: { roles: { user: ["*"], approver: ["*"], admin: ["ops", "*"] } } },
      packages: { npm: ELSEWHERE },
    },
  );
  expect(merged).toEqual({
    channels: { telegram: { token: KEY, allowed: [8], approvers: [7] } },
    server: { signIn: { issuer: "https://a.example/", roles: { user: ["staff"], admin: ["ops"] } } },
    packages: { npm: "https://own.example/" },
  });
});
