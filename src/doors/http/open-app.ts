import { BlockList, isIP } from "node:net";
import { join } from "node:path";
import { createEntrance } from "../../access/entrance.ts";
import { DOCUMENT_BYTES } from "../../access/oauth/client-document.ts";
import { openOAuth } from "../../access/oauth/open-oauth.ts";
import { openSignIn } from "../../access/sign-in/open-sign-in.ts";
import { hostsOf } from "../../access/site.ts";
import { type Caller, openTokens } from "../../access/tokens.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Runtime } from "../../runtime.ts";
import { defined } from "../../support/defined.ts";
import { packageFolder } from "../../support/paths.ts";
import type { Api } from "./api.ts";
import type { Mounted } from "./app-context.ts";
import type { AccessEntry } from "./guarded-app.ts";

/**
 * All routes, or MCP alone, both behind the same entrance. The endpoint at `/mcp` is closed with the server.
 */
type Routes =
  | { readonly routes?: "all"; readonly mcp?: Mounted }
  | { readonly routes: "mcp"; readonly mcp: Mounted };

/** Options of an HTTP app, whichever server listens. */
export type AppOptions = Routes & {
  readonly runtime: Runtime;
  readonly host: string;
  /** Further host names by which clients reach this server. */
  readonly names?: readonly string[];
  /** Proxies in front of this server: addresses or networks whose `X-Forwarded-For` is trusted. */
  readonly proxies?: readonly string[];
  /** The folder of the built console. Default: the package's. `false` serves none. */
  readonly console?: string | false;
  /** Checks each response against the schema of its route. For tests. */
  readonly checkAnswers?: boolean;
  onFault(error: unknown): void;
  /** Called for every request once its response has begun: the access log. */
  readonly onRequest?: ((entry: AccessEntry) => void) | undefined;
  /** The clock for rate limits. */
  now?(): number;
};

/**
 * Opens the requested app behind its entrance. `anonymous` is the identity of callers without a token. Loads
 * only the routes it needs.
 */
export async function openApp(
  options: AppOptions,
  anonymous: Caller | undefined,
): Promise<Pick<Api, "fetch">> {
  const { runtime, host, names, proxies = [], onFault, now } = options;
  const tokens = openTokens(runtime.store.documents);
  const { server, tenant } = runtime.settings.config;
  const { publicUrl, signIn: settings } = server;
  const { documents } = runtime.store;
  const fetchDocument = async (url: string) =>
    (await runtime.download(url, { maxBytes: DOCUMENT_BYTES, redirects: "none" })).toString("utf8");
  const localRole = anonymous?.role;
  const oauth = openOAuth({ documents, tokens, localRole, fetchDocument, ...defined({ now }) });
  const { connections } = oauth;
  const signIn =
    settings === undefined ? undefined : openSignIn({ settings, documents, ...defined({ tenant, now }) });
  const reached = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const entrance = createEntrance({
    tokens,
    connections,
    publicUrl,
    anonymous,
    sessions: signIn?.sessions,
    hosts: hostsOf(host, [...(names ?? []), ...reached]),
    perMinute: runtime.settings.config.server.rateLimit,
    isProxy: trustedProxies(proxies),
    ...defined({ now }),
  });
  if (options.routes === "mcp") {
    const { createMcpApp } = await import("./mcp-app.ts");
    return createMcpApp({
      entrance,
      oauth,
      publicUrl,
      onFault,
      mcp: options.mcp,
      onRequest: options.onRequest,
    });
  }
  const { mcp, checkAnswers, console = join(packageFolder(import.meta.filename), "dist/console") } = options;
  return (await import("./app.ts")).createApp({
    runtime,
    entrance,
    oauth,
    signIn,
    mcp,
    ...(console === false ? {} : { console }),
    checkAnswers,
    onFault,
    onRequest: options.onRequest,
  });
}

/** Parses the proxies that the operator trusts: addresses, or networks such as `10.0.0.0/8`. */
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
