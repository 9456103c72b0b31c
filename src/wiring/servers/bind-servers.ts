import { configSchema } from "../../config/schema/config-schema.ts";
import { serverPrefix } from "../../contract/tool-family.ts";
import { settleServer } from "../../sources/mcp/settle-servers.ts";
import type { SkillUse } from "../../sources/skills/library/skill-library.ts";
import { type McpParts, openServers } from "./open-mcp.ts";

/**
 * Starts the servers that active skills bring along, contained, with the permissions the user accepted for
 * each skill. Returns a function that stops them. Their tools exist only while the run is open.
 */
export async function bindServers(uses: readonly SkillUse[], parts: McpParts): Promise<() => Promise<void>> {
  const servers = uses.flatMap((use) => serversOf(use, parts));
  if (servers.length === 0) return async () => {};
  const source = await openServers(servers, parts);
  await source.discover(servers.map(({ name }) => name));
  return async () => {
    for (const { name } of servers)
      for (const tool of source.toolsOf(name).keys()) parts.registry.unregister(tool);
    await source.close();
  };
}

function serversOf({ name: skill, folder, manifest }: SkillUse, { settings, variables }: McpParts) {
  const { contract } = manifest;
  if (manifest.servers.length === 0) return [];
  const shared = {
    folders: [folder, ...contract.folders.map(({ path, access }) => ({ path, write: access === "write" }))],
    hosts: contract.hosts,
  };
  const named = manifest.servers.map(({ name, command, args, env, url }) => [
    freeName(
      `${skill}-${name}`.replaceAll(/[^\w-]/g, "-").replaceAll(/_{2,}/g, "_"),
      settings.config.mcpServers,
    ),
    { ...shared, command, args, env, url, cwd: folder },
  ]);
  // Parsed with the config schema, so that a skill's server gets the same defaults as a configured one.
  const { mcpServers } = configSchema.parse({ mcpServers: Object.fromEntries(named) });
  return Object.entries(mcpServers).map(([name, server]) => ({
    ...settleServer(name, server, { base: settings.base, variables }),
    skill,
  }));
}

/**
 * A free name for a skill's server. It must not inherit the rules and agreed definitions of a configured
 * server of the same name.
 */
export function freeName(name: string, servers: Readonly<Record<string, unknown>>): string {
  // Different names can share a prefix: "x.a" and "x_a".
  const prefixOf = (server: string) => serverPrefix(server).toLowerCase();
  const taken = new Set(Object.keys(servers).map(prefixOf));
  let free = name;
  while (taken.has(prefixOf(free))) free = `skill-${free}`;
  return free;
}
