import { Hono } from "hono";
import type { Entrance } from "../../access/entrance.ts";
import type { OAuth } from "../../access/oauth/open-oauth.ts";
import { originOf } from "../../access/site.ts";
import type { AppVariables, Mounted, NodeExchange } from "./app-context.ts";
import { requireRole } from "./caller.ts";
import { type AccessEntry, guardApp } from "./guarded-app.ts";
import { CONSENT_PATH, consentPages } from "./oauth/consent-page.ts";
import { challenge, oauthEndpoints } from "./oauth/oauth-endpoints.ts";
import { alreadySent } from "./sse.ts";

type App = Hono<{ Variables: AppVariables }>;

interface McpAppOptions {
  readonly entrance: Entrance;
  readonly mcp: Mounted;
  readonly oauth: OAuth;
  readonly publicUrl: string | undefined;
  onFault(error: unknown): void;
  readonly onRequest?: ((entry: AccessEntry) => void) | undefined;
}

/** Creates an app that serves only MCP, behind the same entrance as the full API. */
export function createMcpApp({ entrance, mcp, oauth, publicUrl, onFault, onRequest }: McpAppOptions): App {
  const app: App = new Hono();
  guardApp(app, {
    entrance,
    onFault,
    onRequest,
    hint: "MCP is served at /mcp",
    challenge: (head) => challenge(originOf(head, publicUrl), head.authorization !== undefined),
    open(opened) {
      const askAt = (id: string) => `${CONSENT_PATH}?id=${encodeURIComponent(id)}`;
      oauthEndpoints(opened, { oauth, entrance, publicUrl, askAt });
      consentPages(opened, { oauth, entrance });
    },
  });
  mountAt(app, mcp);
  return app;
}

/** Answers at `/mcp`. */
export function mountAt(app: App, mcp: Mounted): void {
  app.use("/mcp", requireRole("user"));
  app.all("/mcp", async (context) => {
    const { incoming, outgoing } = (context.env ?? {}) as Partial<NodeExchange>; // set by the server of Node
    const exchange = incoming === undefined || outgoing === undefined ? undefined : { incoming, outgoing };
    return (await mcp.fetch(context.req.raw, context.get("caller"), exchange)) ?? alreadySent();
  });
}
