import { expect, test } from "vitest";
import { parseConfig } from "./parse-config.ts";
import { configSchema } from "./schema/config-schema.ts";
import { configTemplate } from "./schema/config-template.ts";

const DEFAULTS = configSchema.parse({});
const parse = (text: string, variables: Record<string, string> = {}) =>
  parseConfig(text, "dejima.yaml", variables);
const config = (text: string, variables?: Record<string, string>) => parse(text, variables).config;

/** The message of a config that must be refused; it always names the file. */
function refusal(text: string, variables: Record<string, string> = {}): string {
  try {
    parse(text, variables);
  } catch (error) {
    expect(error).toMatchObject({ name: "DejimaError", code: "invalid_input" });
    const { message } = error as Error;
    expect(message).toMatch(/^Cannot use the config "dejima\.yaml": /);
    return message.slice('Cannot use the config "dejima.yaml": '.length);
  }
  throw new Error(`taken: ${text.slice(0, 200)}`);
}

test("parseConfig() takes an empty file, one of comments and one of empty keys for the defaults", () => {
  const empties = [
    "",
    "\n",
    "# nothing\n",
    "---\n",
    "{}",
    "tools:\n",
    "tools: {}\npermissions:\n",
    "sandbox:\n  # cpu: 1\n",
  ];
  for (const text of [...empties, "permissions:\n  safe:\n  deny: # none yet\n"])
    expect(config(text)).toEqual(DEFAULTS);
});

test("what `dejima init` writes parses to the defaults", () => {
  expect(config(configTemplate())).toEqual(DEFAULTS);
});

test("the defaults are those that the design names", () => {
  expect(DEFAULTS).toMatchObject({
    workspace: ".",
    tools: { timeout: 30_000, networkTimeout: 60_000, maxConcurrent: 3, allowedPaths: ["."] },
    permissions: { safe: [], confirm: [], deny: [] },
    sandbox: {
      enabled: true,
      driver: "auto",
      timeout: 30_000,
      scriptTimeout: 60_000,
      skills: {},
      memory: 536_870_912,
      cpu: 0.5,
    },
    log: { durability: "written" },
  });
});

test("parseConfig() takes the keys of one team, all of them under tools", () => {
  const text = `
tools:
  timeout: 30000
  maxConcurrent: 4
  allowedPaths:
    - "./data"
    - "./docs"
  webSearch:
    provider: "tavily"
    apiKey: "\${WEB_SEARCH_API_KEY}"
    maxResults: 10
  mcpServers:
    - name: "filesystem"
      url: "http://localhost:3000"
      enabled: true
    - name: "database"
      url: "http://localhost:3001"
      enabled: false
`;
  const { config, secrets } = parse(text, { WEB_SEARCH_API_KEY: "a-key" });
  expect(config).toMatchObject({
    tools: { timeout: 30_000, maxConcurrent: 4, allowedPaths: ["./data", "./docs"] },
    webSearch: { provider: "tavily", apiKey: "a-key", maxResults: 10 },
    mcpServers: {
      filesystem: { url: "http://localhost:3000", enabled: true },
      database: { url: "http://localhost:3001", enabled: false },
    },
  });
  expect(secrets).toEqual(["a-key"]);
});

test("parseConfig() takes the keys of the other team, at the top and in words", () => {
  const text = `
timeout: 10s
maxConcurrent: 2
allowedPaths: [src]
permissions:
  safe: [web_search, file_read, time]
  confirm:
    - shell
    - file_write
  deny: []
sandbox:
  enabled: true
  image: sandbox:latest
  timeout: 30s
  memory: 512m
  cpu: 0.5
`;
  expect(config(text)).toMatchObject({
    tools: { timeout: 10_000, maxConcurrent: 2, allowedPaths: ["src"] },
    permissions: { safe: ["web_search", "file_read", "time"], confirm: ["shell", "file_write"], deny: [] },
    sandbox: { enabled: true, image: "sandbox:latest", timeout: 30_000, memory: 536_870_912, cpu: 0.5 },
  });
});

test("parseConfig() reads durations and sizes as people write them", () => {
  const timeouts = {
    "250": 250,
    "1500ms": 1_500,
    "1.5s": 1_500,
    "2 m": 120_000,
    "1h": 3_600_000,
    "1D": 86_400_000,
  };
  for (const [text, value] of Object.entries(timeouts)) {
    expect(config(`tools: {timeout: ${text}}`).tools.timeout).toBe(value);
  }
  const sizes = {
    "1000": 1_000,
    "512m": 536_870_912,
    "10mb": 10_485_760,
    "1.5KiB": 1_536,
    "2G": 2_147_483_648,
    "7b": 7,
  };
  for (const [text, value] of Object.entries(sizes)) {
    expect(config(`sandbox: {memory: ${text}}`).sandbox.memory).toBe(value);
  }
  for (const bad of ["0", "-1", "soon", '""', "1y", "s", "1 s s", "true", "[1]", ".inf", ".nan"]) {
    expect(refusal(`tools:\n  timeout: ${bad}`)).toMatch(
      /^line 2: tools\.timeout must be a time such as "30s", "10m", "12h" or "90d"/,
    );
    expect(refusal(`sandbox:\n  memory: ${bad}`)).toMatch(
      /^line 2: sandbox\.memory must be a size such as "512m" or "10mb"/,
    );
  }
});

test("parseConfig() tells every unknown key with its line and the nearest name", () => {
  const text =
    "# a comment\ntools:\n  timout: 3s\n  maxConcurent: 3\nsandbx: {}\npermissions:\n  allow: []\n";
  const message = refusal(text);
  expect(message).toContain('line 3: tools.timout is not a known key; did you mean "timeout"?');
  expect(message).toContain('line 4: tools.maxConcurent is not a known key; did you mean "maxConcurrent"?');
  expect(message).toContain('line 5: sandbx is not a known key; did you mean "sandbox"?');
  expect(message).toContain(
    "line 7: permissions.allow is not a known key; known keys are safe, confirm, deny",
  );
  expect(refusal("mcp: {}\n")).toMatch(/did you mean .*"mcpServers".*\?/);
  expect(refusal("mcpServers:\n  files:\n    comand: x\n")).toContain(
    'line 3: mcpServers.files.comand is not a known key; did you mean "command"?',
  );
  expect(refusal("mcpServers:\n  - name: files\n    comand: x\n")).toMatch(
    /line 3: mcpServers\.0\.comand is not a known key/,
  );
});

test("parseConfig() reports every value of a wrong type with its line, at any depth", () => {
  expect(refusal("tools:\n  maxConcurrent: three\n")).toMatch(
    /^line 2: tools\.maxConcurrent must be a number, not a string/,
  );
  expect(refusal("tools:\n  maxConcurrent: 0\n")).toMatch(/^line 2: tools\.maxConcurrent must be at least 1/);
  expect(refusal("tools:\n  allowedPaths: .\n")).toMatch(
    /^line 2: tools\.allowedPaths must be a list, not a string/,
  );
  expect(refusal("\nmaxConcurrent: many\n")).toMatch(
    /^line 2: tools\.maxConcurrent must be a number, not a string/,
  );
  expect(refusal("tools:\n\n  permissions:\n    deny: all\n")).toMatch(
    /^line 4: permissions\.deny must be a list, not a string/,
  );
  expect(refusal("permissions:\n  deny:\n    - ok\n    - 7\n")).toMatch(
    /^line 4: permissions\.deny\.1 must be a string, not a number/,
  );
  expect(refusal("sandbox:\n  driver: jail\n")).toMatch(
    /^line 2: sandbox\.driver must be one of auto, bubblewrap/,
  );
  expect(refusal("log: {durability: maybe}")).toMatch(/^line 1: log\.durability/);
  expect(refusal("tools: 7")).toMatch(/line 1: tools must be an object, not a number/);
});

test("parseConfig() refuses a key that is given in both places, and servers of one name", () => {
  expect(refusal("timeout: 1s\ntools: {timeout: 2s}")).toBe(
    '"timeout" is set twice, at the top and under tools; keep one',
  );
  expect(refusal("mcpServers:\n  - {name: a, command: x}\n  - {name: a, command: y}\n")).toMatch(
    /two servers.*"a"/,
  );
});

test("parseConfig() refuses servers whose tools no rule could tell apart", () => {
  for (const servers of [
    "\n  a.b: {command: x}\n  a_b: {command: y}\n",
    "\n  - {name: a.b, command: x}\n  - {name: a_b, command: y}\n",
  ])
    expect(refusal(`mcpServers:${servers}`)).toMatch(/"a\.b" and "a_b".* a_b__…; rename one/);
});

test("parseConfig() tells YAML that cannot be read with its line", () => {
  expect(refusal("tools:\n  timeout: 1s\n bad indent: 1\n")).toMatch(/^line 3: /);
  expect(refusal("tools: [1, 2\n")).toMatch(/^line \d: /);
  expect(refusal("a: 1\na: 2\n")).toMatch(/^line 2: the same key appears twice/);
  expect(refusal("tools:\n  timeout: 1s\n  timeout: 2s\n")).toMatch(/^line 3: the same key appears twice/);
  expect(refusal("\ttools: 1\n")).toMatch(/^line 1: /);
  for (const dangling of [
    "permissions: a: b\n",
    "permissions:\n  safe: [a\n",
    "tools:\n  timeout 3s\n  b: 1\n",
  ])
    expect(refusal(dangling)).not.toMatch(/:$|compact mappings|Flow|column/);
  expect(refusal("a: 1\n---\nb: 2\n")).toMatch(/documents/);
  expect(refusal(`a: ${"[".repeat(20_000)}`)).toBe("line 1: brackets or lists are nested too deep");
  expect(refusal("tools:\n  timeout: &a [*a]\n")).toBe("line 2: The alias a refers to itself");
  expect(refusal("tools: *missing\n")).toMatch(/missing/);
  for (const text of ["- a\n- b\n", "just text", "7", "true"])
    expect(refusal(text)).toBe("the file must contain keys and values");
});

test("parseConfig() refuses documents that expand without end or run code", () => {
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${"bcdefghi"
    .split("")
    .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(", ")}]`)
    .join("\n")}\n`;
  expect(refusal(bomb)).toMatch(/alias/i);
  const deep = `workspace: ${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  expect(refusal(deep)).toMatch(/./);
  expect(refusal("__proto__: {a: 1}\n")).toMatch(/__proto__/);
  expect(refusal('workspace: !!js/function "function () {}"\n')).toMatch(/tag/i);
  expect(({} as { a?: unknown }).a).toBeUndefined();
});

test("parseConfig() puts variables in, with defaults, and keeps them as secrets", () => {
  const text = 'workspace: "${ROOT}/x-${NAME:-none}"\nwebSearch: {provider: tavily, apiKey: "${KEY:-}"}\n';
  const parsed = parse(text, { ROOT: "/srv", KEY: "" });
  expect(parsed.config.workspace).toBe("/srv/x-none");
  expect(parsed.config.webSearch?.apiKey).toBe("");
  expect(parsed.secrets).toEqual(["/srv"]);
  expect(config('workspace: "$${ROOT} $ROOT $"').workspace).toBe("${ROOT} $ROOT $");
  expect(config('workspace: "${A:-a:-b}"').workspace).toBe("a:-b");
  expect(config("tools:\n  allowedPaths:\n    - ${A}\n", { A: "x" }).tools.allowedPaths).toEqual(["x"]);
  const nested = { MORE: "${OTHER}", OTHER: "never" };
  expect(config('workspace: "${MORE}"', nested).workspace).toBe("${OTHER}");
});

test("parseConfig() lets variables stand for numbers, durations and switches", () => {
  const text = "tools:\n  timeout: ${T}\n  maxConcurrent: ${N}\nsandbox:\n  cpu: ${C}\n  enabled: ${E}\n";
  expect(config(text, { T: "5000", N: "7", C: "1.5", E: "false" })).toMatchObject({
    tools: { timeout: 5_000, maxConcurrent: 7 },
    sandbox: { cpu: 1.5, enabled: false },
  });
  expect(config("tools:\n  timeout: ${T:-10s}\n").tools.timeout).toBe(10_000);
  const key = config("webSearch:\n  provider: tavily\n  apiKey: ${K}\n", { K: "12345678" });
  expect(key.webSearch?.apiKey).toBe("12345678");
  expect(refusal("tools:\n  maxConcurrent: ${N}\n", { N: "many" })).toMatch(
    /^line 2: tools\.maxConcurrent .*number/,
  );
});

test("parseConfig() names a variable that is missing, its line, and what to do", () => {
  expect(refusal("tools:\n  allowedPaths:\n    - ${NOT_SET}\n")).toBe(
    'line 3: tools.allowedPaths.0 Cannot substitute "${NOT_SET}": NOT_SET is not set. Set it, or write ${NOT_SET:-default}',
  );
  for (const bad of ["${}", "${1X}", "${A-B}", "${ A }", "${A:}"]) {
    expect(refusal(`workspace: "${bad}"\n`, { A: "a" })).toContain(
      `line 1: workspace Cannot substitute "${bad}": write \${NAME} or \${NAME:-default}`,
    );
  }
  expect(refusal('workspace: "${constructor}"\n')).toContain("constructor is not set");
});

test("lineOf() names the line of each rule, in whichever place and form the rules stand", () => {
  const { lineOf } = parse("tools:\n  permissions:\n    deny:\n      - a\n      - b\n");
  expect(lineOf(["permissions", "deny", 1])).toBe(5);
  expect(parse("permissions:\n  safe: [a,\n    b]\n").lineOf(["permissions", "safe", 1])).toBe(3);
  expect(parse("{}").lineOf(["permissions", "safe", 0])).toBeUndefined();
});
