import { serve as listen } from "@hono/node-server";
import { isLoopback } from "../../access/site.ts";
import { type Caller, openTokens } from "../../access/tokens.ts";
import { DejimaError } from "../../contract/error.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { announceByPush } from "./announce-by-push.ts";
import { type AppOptions, openApp } from "./open-app.ts";

export type ServeOptions = AppOptions & {
  /** 0 uses any free port. */
  readonly port: number;
  /** Require a token on loopback, too. */
  readonly requireToken?: boolean;
  /** Timeouts for the headers of a request and for the whole request. */
  readonly patience?: { readonly headersMs: number; readonly requestMs: number };
};

export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server. Every HTTP door is opened here. Off loopback it refuses to start until a token exists. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { host: named, port, mcp, patience = { headersMs: 15_000, requestMs: 120_000 } } = options;
  const host = named.replace(/^\[(.*)\]$/, "$1");
  const app = await openApp({ ...options, host }, await anonymousAt(host, options));
  // Follows the team's config from now on. While the store is unavailable, each user of it retries.
  void options.runtime.ready().catch((error) => options.onFault?.(error));
  const stopPush =
    options.routes === "mcp" ? undefined : await announceByPush(options.runtime, options.onFault);
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
          // Longer than clients' own timeout, so that no connection closes under a request.
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
            await stopPush?.();
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
    server.once("error", (cause) => {
      void stopPush?.();
      reject(
        new DejimaError(
          "io_error",
          `Cannot listen on ${host}:${port}: ${thrownText(cause)}. Choose another --port`,
          {},
          { cause },
        ),
      );
    });
  });
}

/** The identity of a caller without a token. Off loopback there is none. */
async function anonymousAt(
  host: string,
  { runtime, requireToken = false }: Pick<ServeOptions, "runtime" | "requireToken">,
): Promise<Caller | undefined> {
  if (isLoopback(host) && !requireToken) return { name: LOCAL_USER, role: "admin" };
  const { signIn } = runtime.settings.config.server;
  if (signIn !== undefined || !(await openTokens(runtime.store.documents).isEmpty())) return undefined;
  throw new DejimaError(
    "forbidden",
    `Cannot serve on ${host} without a token: \`dejima token create NAME\` makes one, \`dejima sign-in set\` lets people sign in`,
  );
}
