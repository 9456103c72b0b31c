import type { ReadResourceResult } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";
import type { Pin } from "../pin.ts";
import type { ServerSettings } from "../server-settings.ts";
import { interfacePin, interfaceUri, UI_SCHEME } from "./interface-meta.ts";
import { type InterfacePage, interfacePage, pinOf } from "./interface-page.ts";
import { type ReachableDomains, reachableDomains } from "./reachable-domains.ts";

/** An interface that can be shown: its page is the approved one. */
export interface AgreedInterface extends InterfacePage {
  readonly server: string;
  readonly reachable: ReachableDomains;
}

/** The interface of one tool. `undefined` for a tool without one. */
export async function agreedInterface(
  tool: string,
  server: { readonly settings: ServerSettings; readonly pin: Pin | undefined },
  read: (uri: string) => Promise<ReadResourceResult>,
): Promise<AgreedInterface | undefined> {
  const { settings, pin } = server;
  const definition = pin?.agreed.tools.find(({ name }) => name === tool);
  const uri = definition === undefined ? undefined : interfaceUri(definition);
  if (uri === undefined) return undefined;
  // Compared with the approved page before it gets here.
  const page = interfacePage(uri, await read(uri));
  return { ...page, server: settings.name, reachable: reachableDomains(settings, page.domains) };
}

/** Throws unless a server's page for an interface is the approved one. */
export function refuseChangedInterface(
  uri: string,
  result: ReadResourceResult,
  { server, pin }: { readonly server: string; readonly pin: Pin | undefined },
): void {
  if (!uri.startsWith(UI_SCHEME)) return;
  const tools = pin?.agreed.tools.filter((tool) => interfaceUri(tool) === uri) ?? [];
  if (tools.length === 0) return;
  const now = pinOf(interfacePage(uri, result));
  const agreed = tools.map(interfacePin);
  if (
    agreed.every(
      (accepted) => accepted !== undefined && "sha256" in accepted && accepted.sha256 === now.sha256,
    )
  )
    return;
  throw new DejimaError(
    "tool_not_allowed",
    `Cannot show the interface ${uri.slice(0, 200)} of the MCP server "${server}": it is not the one that you agreed to. \`dejima mcp review ${server}\` shows what changed`,
    { server, uri },
  );
}
