import type { ItemOf } from "../../core/api-calls.ts";

/** An MCP server as the API shows it. */
export type Server = ItemOf<"/api/mcp">;
