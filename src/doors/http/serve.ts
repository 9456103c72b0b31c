import { join } from "node:path";
import { serve as listen } from "@hono/node-server";
import { LOCAL_NAME, openTokens } from "../../access/tokens.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Runtime } from "../../runtime.ts";
import { packageFolder } from "../../support/package-folder.ts";
import { createApp } from "./app.ts";
import type { Mounted } from "./app-context.ts";

export interface ServeOptions {
  readonly runtime: Runtime;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Further names by which clients reach this server. */
  readonly names?: readonly string[];
  /** What answers at `/mcp`; closed with the server. */
  readonly mcp?: Mounted;
  /** Ask for a token on loopback, too. */
  readonly requireToken?: boolean;
  /** The folder of the built console; that of the package unless told. */
  readonly console?: string;
  /** How long the headers and the whole of a request may take to arrive. */
  readonly patience?: { readonly headersMs: number; readonly requestMs: number };
  onFault(error: unknown): void;
}

export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** Starts the server. Off loopback it refuses to start before there is a token: an open door is no door. */
export async function serve({
  runtime,
  host,
  port,
  names = [],
  mcp,
  requireToken = false,
  patience = { headersMs: 15_000, requestMs: 120_000 },
  console = join(packageFolder(import.meta.filename), "dist/console"),
  onFault,
}: ServeOptions): Promise<RunningServer> {
  const tokens = openTokens((await runtime.store()).documents);
  const local = LOOPBACK.has(host);
  if ((!local || requireToken) && (await tokens.isEmpty())) {
    throw new DejimaError(
      "tool_not_allowed",
      `Cannot serve on ${host} without a token: \`dejima token create NAME\` makes one`,
    );
  }
  const anonymous = local && !requireToken ? ({ name: LOCAL_NAME, role: "admin" } as const) : undefined;
  const hosts = [...new Set([...(local ? ["localhost", "127.0.0.1", "[::1]"] : [host]), ...names])];
  const app = createApp({ runtime, tokens, hosts, anonymous, mcp, console, onFault });
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
        const shown = host.includes(":") ? `[${host}]` : host;
        resolve({
          url: `http://${shown}:${taken}`,
          async close() {
            await mcp?.close();
            await new Promise<void>((done) => {
              server.close(() => done());
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
