import { BlockList, isIP } from "node:net";
import { join } from "node:path";
import { serve as listen } from "@hono/node-server";
import { createEntrance } from "../../access/entrance.ts";
import { openOAuth } from "../../access/oauth/open-oauth.ts";
import { hostsOf, isLoopback } from "../../access/site.ts";
import { openTokens } from "../../access/tokens.ts";
import { DejimaError } from "../../contract/error.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import type { Runtime } from "../../runtime.ts";
import { defined } from "../../support/defined.ts";
import { packageFolder } from "../../support/paths.ts";
import type { Api } from "./api.ts";
import type { Mounted } from "./app-context.ts";

/** Everything there is, or MCP alone: both are behind the same entrance. What answers at `/mcp` is closed with the server. */
type Routes =
  | { readonly routes?: "all"; readonly mcp?: Mounted }
  | { readonly routes: "mcp"; readonly mcp: Mounted };

export type ServeOptions = Routes & {
  readonly runtime: Runtime;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Further names by which clients reach this server. */
  readonly names?: readonly string[];
  /** Proxies in front of this server: addresses or networks whose `X-Forwarded-For` counts. */
  readonly proxies?: readonly string[];
  /** Ask for a token on loopback, too. */
  readonly requireToken?: boolean;
  /** The folder of the built console; that of the package by default. */
  readonly console?: string;
  /** How long the headers and the whole of a request may take to arrive. */
  readonly patience?: { readonly headersMs: number; readonly requestMs: number };
  /** Checks each answer against the schema of its route. For tests. */
  readonly checkAnswers?: boolean;
  onFault(error: unknown): void;
  /** The clock of the limits. */
  now?(): number;
};

export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server. Every HTTP door is opened here. Off loopback it refuses to start before there is a token. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { host: named, port, mcp, patience = { headersMs: 15_000, requestMs: 120_000 } } = options;
  const host = named.replace(/^\[(.*)\]$/, "$1");
  const app = await openApp({ ...options, host });
  return new Promise((resolve, reject) => {
    const server = listen(
      {
        fetch: app.fetch,
        hostname: host,
        port,
        serverOptions: {
          headersTimeout: patience.headersMs,
          requestTimeout: patience.requestMs,
          connectionsCheckingInterval: Math.min(5_000, patience.headersMs),
          // Longer than clients keep theirs, so that none is closed under a request.
          keepAliveTimeout: 65_000,
          maxHeaderSize: 16_384,
        },
      },
      ({ port: taken }) => {
        const withdraw = options.runtime.listeners.announce(taken);
        const shown = host.includes(":") ? `[${host}]` : host;
        resolve({
          url: `http://${shown}:${taken}`,
          async close() {
            await mcp?.close();
            await new Promise<void>((done) => {
              server.close(() => {
                withdraw();
                done();
              });
              if ("closeAllConnections" in server) server.closeAllConnections();
            });
          },
        });
      },
    );
    server.once("error", (cause) =>
      reject(
        new DejimaError(
          "io_error",
          `Cannot listen on ${host}:${port}: ${cause.message}. Choose another --port`,
          {},
          { cause },
        ),
      ),
    );
  });
}

/** The app that was asked for, behind its entrance. Only its own routes are loaded. */
async function openApp(options: ServeOptions): Promise<Pick<Api, "fetch">> {
  const { runtime, host, names, proxies = [], requireToken = false, onFault, now } = options;
  const tokens = openTokens(runtime.store.documents);
  const local = isLoopback(host);
  if ((!local || requireToken) && (await tokens.isEmpty())) {
    throw new DejimaError(
      "forbidden",
      `Cannot serve on ${host} without a token: \`dejima token create NAME\` makes one`,
    );
  }
  const anonymous = local && !requireToken ? ({ name: LOCAL_USER, role: "admin" } as const) : undefined;
  const { publicUrl } = runtime.settings.config.server;
  const { documents } = runtime.store;
  const oauth = openOAuth({ documents, tokens, localRole: anonymous?.role, ...defined({ now }) });
  const { connections } = oauth;
  const reached = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const entrance = createEntrance({
    ...{ tokens, connections, publicUrl, anonymous },
    hosts: hostsOf(host, [...(names ?? []), ...reached]),
    perMinute: runtime.settings.config.server.rateLimit,
    isProxy: trustedProxies(proxies),
    ...defined({ now }),
  });
  if (options.routes === "mcp") {
    const { createMcpApp } = await import("./mcp-app.ts");
    return createMcpApp({ entrance, mcp: options.mcp, onFault });
  }
  const { mcp, checkAnswers, console = join(packageFolder(import.meta.filename), "dist/console") } = options;
  return (await import("./app.ts")).createApp({
    runtime,
    entrance,
    oauth,
    mcp,
    console,
    checkAnswers,
    onFault,
  });
}

/** Reads the proxies that the operator trusts: addresses, or networks such as `10.0.0.0/8`. */
export function trustedProxies(listed: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of listed) add(list, entry);
  return (address) => {
    const plain = address.replace(/^::ffff:(?=[0-9.]+$)/i, "");
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 6 ? "ipv6" : "ipv4");
  };
}

function add(list: BlockList, entry: string): void {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  if (family === 0 || Number(bits ?? most) > most)
    throw new DejimaError(
      "invalid_input",
      `Cannot trust the proxy "${entry.slice(0, 100)}": give an IP address or a network such as 10.0.0.0/8`,
    );
  list.addSubnet(address, Number(bits ?? most), family === 6 ? "ipv6" : "ipv4");
}
