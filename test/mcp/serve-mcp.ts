import { type RunningServer, type ServeOptions, serve } from "../../src/doors/http/serve.ts";
import { mountMcp } from "../../src/doors/mcp/serve-http.ts";

type Options = Omit<ServeOptions, "routes" | "mcp"> & {
  readonly mode: "auto" | "full" | "search";
  readonly mostSessions?: number;
};

/** MCP alone over HTTP, as `dejima mcp serve --port` serves it. */
export async function serveMcp(options: Options): Promise<RunningServer> {
  const server = await serve({ ...options, routes: "mcp", mcp: mountMcp(options) });
  return { ...server, url: `${server.url}/mcp` };
}
