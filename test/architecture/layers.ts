/** Who may import whom: a row lists only rows above it, so the table cannot hold a cycle. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  support: [],
  policy: ["contract"],
  config: ["contract", "support"],
  files: ["contract", "support"],
  store: ["contract", "support"],
  sandbox: ["contract", "support"],
  model: ["contract", "support"],
  approval: ["contract", "support", "policy", "store"],
  retrieval: ["contract", "support", "store", "model"],
  tool: ["contract", "support"],
  execution: ["contract", "support", "policy", "store", "sandbox", "files", "approval", "tool"],
  "sources/builtin": ["contract", "support", "sandbox", "retrieval", "tool"],
  "sources/skills": ["contract", "support", "sandbox", "retrieval", "tool", "store"],
  "sources/mcp": ["contract", "support", "sandbox", "retrieval", "tool"],
  "sources/http": ["contract", "support", "sandbox", "retrieval", "tool"],
  agent: ["contract", "support", "store", "approval", "model", "retrieval", "tool", "execution"],
  "version.ts": [],
  "runtime.ts": [
    "contract",
    "support",
    "policy",
    "config",
    "files",
    "store",
    "sandbox",
    "model",
    "approval",
    "retrieval",
    "tool",
    "execution",
    "sources/builtin",
    "sources/skills",
    "sources/mcp",
    "sources/http",
    "agent",
    "version.ts",
  ],
  "doctor.ts": ["contract", "support", "config", "files", "store", "sandbox", "runtime.ts"],
  "doors/cli": ["contract", "support", "config", "version.ts", "runtime.ts", "doctor.ts"],
  "doors/http": ["contract", "support", "config", "version.ts", "runtime.ts", "doctor.ts"],
  "doors/mcp": ["contract", "support", "config", "version.ts", "runtime.ts"],
  "index.ts": ["contract", "policy", "config", "tool", "execution", "version.ts", "runtime.ts"],
};

/** Dangerous powers and the only places that hold them. */
export const POWERS: readonly {
  readonly power: string;
  readonly pattern: RegExp;
  readonly owners: readonly string[];
}[] = [
  { power: "child processes", pattern: /["']node:(?:child_process|cluster)["']/, owners: ["src/sandbox/"] },
  {
    power: "sockets",
    pattern: /["']node:(?:net|tls|dgram|http|https|http2)["']|\bfetch\(/,
    owners: ["src/sandbox/", "src/model/", "src/doors/"],
  },
  { power: "the environment", pattern: /\bprocess\.env\b/, owners: ["src/doors/cli/", "src/config/"] },
  {
    power: "the working directory",
    pattern: /\bprocess\.cwd\(\)/,
    owners: ["src/doors/cli/", "src/runtime.ts"],
  },
  { power: "SQL", pattern: /["']node:sqlite["']/, owners: ["src/store/"] },
  { power: "code from text", pattern: /\bnew Function\(|\beval\(|["']node:vm["']/, owners: [] },
  { power: "model SDKs", pattern: /["']@ai-sdk\//, owners: ["src/model/"] },
  {
    power: "the MCP SDK",
    pattern: /["']@modelcontextprotocol\//,
    owners: ["src/sources/mcp/", "src/doors/mcp/"],
  },
];
