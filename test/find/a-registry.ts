import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { packed } from "../mcp/fixtures/an-npm-registry.ts";

/** One version of a package that is listed as a server. */
export interface AListed {
  /** The name of the package; its entry is `io.github.someone/<name>` unless told. */
  readonly name: string;
  readonly entry?: string;
  readonly title?: string;
  readonly description: string;
  readonly version?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly manifest?: Record<string, unknown>;
  readonly variables?: readonly {
    readonly name: string;
    readonly isSecret?: boolean;
    readonly isRequired?: boolean;
  }[];
  /** When this version was published. */
  readonly at?: string;
  readonly by?: string;
  readonly zeros?: number;
  /** What the registry of packages hands out as proof of where this was built. */
  readonly attestations?: unknown;
  readonly fault?: "wrong-integrity" | "half" | "missing";
  /** Listed by the registry of servers? Default: yes. */
  readonly listed?: boolean;
}

export interface ARegistry {
  /** The registry of servers. */
  readonly url: string;
  /** The registry of packages. */
  readonly npm: string;
  readonly requests: readonly string[];
  publish(...listed: AListed[]): Promise<void>;
  /** Entries beside the published ones, as the API gives them. */
  readonly extra: unknown[];
  /** How the registry of servers answers. */
  mood: "well" | "away" | "cut" | "nonsense" | "circle";
  close(): Promise<void>;
}

const PAGE = 100;

/** A registry of servers (API v0.1) and one of packages, both on loopback. */
export async function aRegistry(): Promise<ARegistry> {
  const packages = new Map<string, Map<string, { made: AListed; tarball: Buffer }>>();
  const updated = new Map<string, string>();
  const requests: string[] = [];
  const extra: unknown[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    requests.push(url.pathname + url.search);
    if (url.pathname === "/v0.1/servers") return sendServers(response, url.searchParams);
    const [, proven] = /^\/npm\/-\/npm\/v1\/attestations\/(.+)@/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (proven !== undefined) {
      const made = [...(packages.get(proven)?.values() ?? [])].at(-1)?.made;
      return void response.end(JSON.stringify(made?.attestations ?? {}));
    }
    const [name = "", file] = decodeURIComponent(url.pathname.slice("/npm/".length)).split("/-/");
    const versions = packages.get(name);
    if (versions === undefined) return void response.writeHead(404).end("{}");
    if (file === undefined) return sendPackument(response, name, versions);
    const held = [...versions].find(([version]) => file.endsWith(`-${version}.tgz`))?.[1];
    if (held === undefined) return void response.writeHead(404).end("{}");
    if (held.made.fault !== "half") return void response.end(held.tarball);
    response.writeHead(200, { "content-length": held.tarball.length });
    response.write(held.tarball.subarray(0, held.tarball.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  const registry: ARegistry = {
    url: base,
    npm: `${base}/npm/`,
    requests,
    extra,
    mood: "well",
    async publish(...all) {
      for (const made of all) {
        const { name, version = "1.0.0", files, manifest, zeros } = made;
        const bin = { [name.split("/").at(-1) ?? name]: "server.js" };
        const own = { bin, license: "MIT", mcpName: entryName(made), ...manifest };
        const tarball = await packed({
          name,
          version,
          files,
          manifest: own,
          ...(zeros === undefined ? {} : { zeros }),
        });
        updated.set(name, new Date().toISOString());
        const versions = packages.get(name) ?? new Map();
        packages.set(name, versions.set(version, { made: { ...made, manifest: own }, tarball }));
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return registry;

  function sendServers(response: ServerResponse, search: URLSearchParams): void {
    if (registry.mood === "away") return void response.destroy();
    if (registry.mood === "nonsense") return void response.end("<html>down</html>");
    const since = search.get("updated_since") ?? "";
    const listed = [...packages.values()]
      .map((versions) => [...versions.values()].at(-1)?.made)
      .filter((made): made is AListed => made !== undefined && made.listed !== false)
      .filter(({ name }) => (updated.get(name) ?? "") >= since)
      .map(serverEntry);
    const all = [...listed, ...extra];
    const from = Number(search.get("cursor") ?? 0);
    const servers = all.slice(from, from + PAGE);
    const more = from + PAGE < all.length;
    if (registry.mood === "cut" && from > 0) return void response.destroy();
    const nextCursor = registry.mood === "circle" ? "7" : more ? String(from + PAGE) : undefined;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ servers, metadata: { count: servers.length, nextCursor } }));
  }

  function sendPackument(
    response: ServerResponse,
    name: string,
    versions: Map<string, { made: AListed; tarball: Buffer }>,
  ): void {
    const times = [...versions].map(([version, { made }]) => [version, made.at ?? "2024-01-01T00:00:00Z"]);
    const entries = [...versions].map(([version, { made, tarball }]) => {
      const hashed = made.fault === "wrong-integrity" ? Buffer.from("something else") : tarball;
      const integrity = `sha512-${createHash("sha512").update(hashed).digest("base64")}`;
      const dist = {
        tarball: `${base}/npm/${name}/-/${name.split("/").at(-1)}-${version}.tgz`,
        integrity,
        ...(made.attestations === undefined ? {} : { attestations: { url: "" } }),
      };
      const scripts = (made.manifest?.scripts as object | undefined) ?? {};
      const hasInstallScript = ["preinstall", "install", "postinstall"].some((script) =>
        Object.hasOwn(scripts, script),
      );
      const publisher = { name: made.by ?? "someone" };
      return [
        version,
        {
          name,
          version,
          ...made.manifest,
          dist,
          _npmUser: publisher,
          ...(hasInstallScript ? { hasInstallScript } : {}),
        },
      ];
    });
    const latest = [...versions.keys()].at(-1);
    const time = { created: times[0]?.[1], ...Object.fromEntries(times) };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        name,
        "dist-tags": { latest },
        time,
        maintainers: [{ name: "someone" }],
        versions: Object.fromEntries(entries),
      }),
    );
  }
}

const entryName = ({ entry, name }: AListed): string =>
  entry ?? `io.github.someone/${name.split("/").at(-1)}`;

function serverEntry(made: AListed) {
  const { name, title, description, version = "1.0.0", variables = [], at = "2024-01-01T00:00:00Z" } = made;
  return {
    server: {
      name: entryName(made),
      description,
      version,
      title,
      packages: [
        {
          registryType: "npm",
          identifier: name,
          version,
          transport: { type: "stdio" },
          environmentVariables: variables,
        },
      ],
    },
    _meta: {
      "io.modelcontextprotocol.registry/official": { status: "active", publishedAt: at, updatedAt: at },
    },
  };
}

/** A tool of a made server: `run` is the body of an async function of `input` that gives a text. */
export interface AServerTool {
  readonly name: string;
  readonly description: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly run: string;
}

/** An MCP server in one file without dependencies. `before` runs as it starts; \`list\` may change what it lists. */
export function aServer(tools: readonly AServerTool[], before = "", list = ""): string {
  const listed = tools.map(({ name, description, properties = {} }) => ({
    name,
    description,
    inputSchema: { type: "object", properties, required: Object.keys(properties) },
  }));
  const bodies = tools.map(({ name, run }) => `${JSON.stringify(name)}: async (input) => { ${run} }`);
  return `#!/usr/bin/env node
${before}
const tools = { ${bodies.join(",\n")} };
let listed = ${JSON.stringify(listed)};
let calls = 0;
let rest = "";
process.stdin.on("data", (piece) => {
  const lines = (rest + piece).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    const answer = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
    if (method === "initialize")
      answer({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "made", version: "1" } });
    else if (method === "tools/list") { ${list}; answer({ tools: listed }); }
    else if (method === "tools/call") {
      calls += 1;
      tools[params.name](params.arguments ?? {}).then(
        (text) => answer({ content: [{ type: "text", text: String(text) }] }),
        (error) => answer({ isError: true, content: [{ type: "text", text: String(error.message) }] }),
      );
    } else if (id !== undefined)
      console.log(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } }));
  }
});
`;
}
