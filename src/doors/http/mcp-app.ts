import { Hono } from "hono";
import type { Entrance } from "../../access/entrance.ts";
import type { AccessEntry } from "./access-log.ts";
import type { AppVariables, Mounted, NodeExchange } from "./app-context.ts";
import { requireRole } from "./caller.ts";
import { guardApp } from "./guarded-app.ts";
import { alreadySent } from "./sse.ts";

type App = Hono<{ Variables: AppVariables }>;

interface McpAppOptions {
  readonly entrance: Entrance;
  readonly mcp: Mounted;
  onFault(error: unknown): void;
  readonly onRequest?: ((entry: AccessEntry) => void) | undefined;
}

/** MCP alone, behind the same entrance as everything else. */
export function createMcpApp({ entrance, mcp, onFault, onRequest }: McpAppOptions): App {
  const app: App = new Hono();
  guardApp(app, { entrance, onFault, onRequest, hint: "MCP is served at /mcp" });
  mountAt(app, mcp);
  return app;
}

/** Answers at `/mcp`. */
export function mountAt(app: App, mcp: Mounted): void {
  app.use("/mcp", requireRole("user"));
  app.all("/mcp", async (context) => {
    const { incoming, outgoing } = (context.env ?? {}) as Partial<NodeExchange>;
    const exchange = incoming === undefined || outgoing === undefined ? undefined : { incoming, outgoing };
    return (await mcp.fetch(context.req.raw, context.get("caller"), exchange)) ?? alreadySent();
  });
}
