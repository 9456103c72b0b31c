import type { ServerDefinitions } from "../definition/tool-definition.ts";
import type { ServerSettings } from "../server-settings.ts";
import type { Session } from "./open-session.ts";

/** Has a server describe itself: its tools, page by page to the last, and what it says of how to use them. */
export async function describeServer(
  { client, leftOut }: Pick<Session, "client" | "leftOut">,
  settings: ServerSettings,
): Promise<ServerDefinitions> {
  const capabilities = client.getServerCapabilities() ?? {};
  const { tools } =
    capabilities.tools === undefined
      ? { tools: [] }
      : await client.listTools(undefined, { timeout: settings.startTimeoutMs, cacheMode: "refresh" });
  const { name = settings.name, version = "" } = client.getServerVersion() ?? {};
  return {
    tools,
    instructions: client.getInstructions() ?? "",
    software: `${name} ${version}`.trim(),
    capabilities,
    leftOut: [...leftOut()],
  };
}
