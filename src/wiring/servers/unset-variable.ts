import { withServer } from "../../config/edit/edit-servers.ts";
import { CONFIG_FILE } from "../../config/load-config.ts";
import { parseConfig } from "../../config/parse-config.ts";
import type { EnvironmentVariables } from "../../config/substitute-environment.ts";
import { settleServers } from "../../sources/mcp/settle-servers.ts";

/** The variable that keeps a new MCP server from starting because it is not set, in words. */
export function unsetVariable(
  name: string,
  given: Readonly<Record<string, unknown>>,
  variables: EnvironmentVariables,
): string | undefined {
  const server = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const { config } = parseConfig(withServer("", name, server), CONFIG_FILE, variables);
  return settleServers(config.mcpServers, { base: "/", variables })[0]?.problem;
}
