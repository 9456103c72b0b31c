import { assert, expect, test } from "vitest";
import { type Candidate, candidateSchema } from "./candidate.ts";
import { describeTrial } from "./describe-trial.ts";
import { readServer } from "./registry/read-mcp-registry.ts";
import { type TrialWorld, tryCandidate } from "./try-candidate.ts";

const AT = "2026-11-16T00:00:00Z";

/** A trial in which a server contacted these hosts, on a machine that has these variables. */
function tried(fields: { wanted?: string[]; hosts?: string[]; variables?: Record<string, string> }) {
  const { wanted = [], hosts = [], variables = {} } = fields;
  const candidate: Candidate = candidateSchema.parse({
    name: "io.github.someone/made",
    kind: "mcp",
    registry: "https://made.example",
    package: { type: "pypi", identifier: "made", version: "1.0.0" },
    variables: wanted.map((name) => ({ name, required: true })),
  });
  const world: TrialWorld = {
    fetchPackage: async () => ({
      kind: "package",
      argv: ["uvx", "made@1.0.0"],
      folder: "/nowhere",
      specs: ["made"],
      scripts: [],
      versions: { made: "1.0.0" },
      integrity: "sha512-made",
      count: 1,
      registry: "made",
      fetchedAt: AT,
    }),
    tryServer: async () => ({ hosts, calls: 1, variables: [], programs: [], files: [], findings: [] }),
    describePackage: async () => undefined,
    attestations: async () => undefined,
    skills: {
      library: async () => assert.fail("no skill is tried"),
      sandbox: async () => assert.fail("no skill is tried"),
      folder: "/nowhere",
    },
    skillHash: async () => assert.fail("no skill is tried"),
    knownTools: () => new Set(),
    olderNames: async () => [],
    variables,
    now: () => Date.parse(AT),
  };
  return tryCandidate(candidate, world, { server: "made" });
}

const UNASKED = "without asking you again";

test("only a server that reached for nothing and knows nothing is used without further questions", async () => {
  const harmless = await tried({});
  expect(harmless.server?.config).toMatchObject({ risk: "low", sends: "nothing" });
  expect(describeTrial(harmless)).toContain(UNASKED);
  for (const fields of [
    { wanted: ["API_KEY"], variables: { API_KEY: "x" } },
    { hosts: ["[2001:db8::1]"] },
    { hosts: ["evil.example:8443"] },
    { hosts: ["evil.example."] },
    { hosts: ["intranet"] },
  ]) {
    const record = await tried(fields);
    expect(record.server?.config, JSON.stringify(fields)).not.toHaveProperty("risk");
    expect(record.server?.config).not.toHaveProperty("sends");
    expect(describeTrial(record)).not.toContain(UNASKED);
  }
});

test("a server gets no variable of Dejima or of the system, whatever its registry says that it wants", async () => {
  const wanted = [
    "DEJIMA_VAULT_KEY",
    "dejima_token",
    "PATH",
    "NODE_OPTIONS",
    "LD_PRELOAD",
    "SSH_AUTH_SOCK",
    "OWN",
  ];
  const variables = Object.fromEntries(wanted.map((name) => [name, "a value"]));
  const { server, contract } = await tried({ wanted, variables });
  expect(server?.config.env).toEqual(["OWN"]);
  expect(contract.variables).toEqual(["OWN"]);
});

test("a variable name that could pass for another line of the question is refused", () => {
  const entry = (name: string) => ({
    name: "io.github.someone/made",
    description: "Made",
    packages: [
      { registryType: "npm", identifier: "made", environmentVariables: [{ name, isRequired: true }] },
    ],
  });
  expect(readServer(entry("API_KEY"), "https://made.example")).toBeDefined();
  for (const name of ["A\nGrade: nothing found", "A\u001b[2J", "A\u202eB", "", "A B", "A,B", "x".repeat(201)])
    expect(readServer(entry(name), "https://made.example"), name).toBeUndefined();
});
