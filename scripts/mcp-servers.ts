// Adds popular MCP servers from npm with the command that their READMEs give, runs the same command outside the
// sandbox beside it, and writes the table in docs/mcp.md.
// Needs the registry; not part of the gate. `node scripts/mcp-servers.ts [NAME…]` prints the table for some of them only.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const PAGE = join(root, "docs/mcp.md");
const [BEGIN, END] = ["<!-- servers: made by scripts/mcp-servers.ts -->", "<!-- /servers -->"];
const LIMIT_MS = 180_000;
const { NODE_EXTRA_CA_CERTS } = process.env;
const certificates = NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS };

/** The package and its arguments, as the READMEs have them. */
const SERVERS: Readonly<Record<string, string>> = {
  everything: "@modelcontextprotocol/server-everything",
  memory: "@modelcontextprotocol/server-memory",
  thinking: "@modelcontextprotocol/server-sequential-thinking",
  filesystem: "@modelcontextprotocol/server-filesystem .",
  github: "@modelcontextprotocol/server-github",
  slack: "@modelcontextprotocol/server-slack",
  maps: "@modelcontextprotocol/server-google-maps",
  postgres: "@modelcontextprotocol/server-postgres postgresql://localhost/db",
  puppeteer: "@modelcontextprotocol/server-puppeteer",
  brave: "@brave/brave-search-mcp-server",
  playwright: "@playwright/mcp@latest",
  context7: "@upstash/context7-mcp",
  devtools: "chrome-devtools-mcp@latest",
  notion: "@notionhq/notion-mcp-server",
  firecrawl: "firecrawl-mcp",
  exa: "exa-mcp-server",
  tavily: "tavily-mcp",
  desktop: "@wonderwhy-er/desktop-commander",
  figma: "figma-developer-mcp --stdio",
  kubernetes: "mcp-server-kubernetes",
  airtable: "airtable-mcp-server",
  supabase: "@supabase/mcp-server-supabase",
  stripe: "@stripe/mcp",
  sentry: "@sentry/mcp-server",
  mongodb: "mongodb-mcp-server",
  heroku: "@heroku/mcp-server",
  eslint: "@eslint/mcp",
  shadcn: "shadcn-ui-mcp-server",
};

interface Added {
  readonly tools?: readonly string[];
  /** Variables that it lacks: its tools are listed, calls are refused. */
  readonly missing?: readonly string[];
  readonly standings?: readonly { readonly verdict: "allow" | "ask" | "deny" }[];
  readonly problem?: { readonly message: string; readonly details?: { denied?: { grant?: string }[] } };
  readonly error?: { readonly message: string };
}

const wanted = process.argv.slice(2);
const rows: string[][] = [];
for (const [name, spec] of Object.entries(SERVERS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const row = await tryServer(name, spec);
  rows.push(row);
  console.log(row.join(" | "));
}
if (wanted.length === 0) await writePage(rows);

async function tryServer(name: string, spec: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-server-"));
  const started = performance.now();
  const text = await dejima(["mcp", "add", name, "--json", "--", "npx", "-y", ...spec.split(" ")], folder);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const {
    standings = [],
    missing = [],
    problem,
    error,
  }: Added = JSON.parse(text || '{"error":{"message":"timed out"}}');
  await rm(folder, { recursive: true, force: true });
  const count = (verdict: string) => String(standings.filter((each) => each.verdict === verdict).length);
  const grants = problem?.details?.denied?.flatMap(({ grant }) => grant ?? []) ?? [];
  const why = error?.message ?? problem?.message ?? "";
  const worked =
    why === ""
      ? `yes${missing.length === 0 ? "" : `; calls need \`${missing.join("`, `")}\``}`
      : grants.length > 0
        ? `after \`mcp grant ${name} ${grants.join(" ")}\``
        : `no: ${short(why)}`;
  const outside = (await startsOutside(spec)) ? "yes" : "no";
  return [name, `\`npx -y ${spec}\``, outside, worked, count("allow"), count("ask"), count("deny"), seconds];
}

/** Whether the plain command lists its tools, with an empty home and without variables. */
async function startsOutside(spec: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-outside-"));
  const client = new Client({ name: "table", version: "1" });
  const env = { PATH: process.env.PATH ?? "", HOME: folder, ...certificates };
  const server = { command: "npx", args: ["-y", ...spec.split(" ")], cwd: folder, env };
  const transport = new StdioClientTransport({ ...server, stderr: "ignore" });
  try {
    await client.connect(transport, { timeout: LIMIT_MS });
    await client.listTools(undefined, { timeout: LIMIT_MS });
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function short(text: string): string {
  const [, said = text] = /its last output: (.*)/.exec(text) ?? [];
  return said.replaceAll("|", "/").slice(0, 110);
}

function dejima(args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, "bin/dejima.js"), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...certificates },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: LIMIT_MS,
    });
    let text = "";
    child.stdout.on("data", (piece) => {
      text += piece;
    });
    child.on("close", () => resolve(text));
  });
}

async function writePage(table: readonly string[][]): Promise<void> {
  const page = await readFile(PAGE, "utf8");
  const [before = "", rest = ""] = page.split(BEGIN);
  const [, after = ""] = rest.split(END);
  const lines = [
    "| server | added with | starts outside | started contained | allowed | asked | off | seconds |",
    "|---|---|---|---|---|---|---|---|",
    ...table.map((row) => `| ${row.join(" | ")} |`),
  ];
  await writeFile(PAGE, `${before}${BEGIN}\n${lines.join("\n")}\n${END}${after}`);
}
