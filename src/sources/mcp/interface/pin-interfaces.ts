import type { ReadResourceResult } from "@modelcontextprotocol/client";
import { thrownText } from "../../../support/thrown-text.ts";
import type { ToolDefinition } from "../tool-definition.ts";
import { INTERFACE_KEY, type InterfacePin, interfaceUri } from "./interface-meta.ts";
import { interfacePage, pinOf } from "./interface-page.ts";

/** Servers have few interfaces. Beyond this number, the rest is not fetched. */
const MAX_INTERFACES = 20;
const MAX_PROBLEM_LENGTH = 300;

/**
 * Adds the pin of its interface's page to each tool, so that it is approved and reviewed with the definition.
 */
export async function pinInterfaces(
  tools: readonly ToolDefinition[],
  read: (uri: string) => Promise<ReadResourceResult>,
): Promise<ToolDefinition[]> {
  const uris = [...new Set(tools.flatMap((tool) => interfaceUri(tool) ?? []))];
  const pins = new Map<string, InterfacePin>();
  for (const [at, uri] of uris.entries())
    pins.set(uri, at < MAX_INTERFACES ? await pinOne(uri, read) : { problem: "the server has too many" });
  return tools.map((tool) => withPin(tool, pins.get(interfaceUri(tool) ?? "")));
}

async function pinOne(
  uri: string,
  read: (uri: string) => Promise<ReadResourceResult>,
): Promise<InterfacePin> {
  try {
    return pinOf(interfacePage(uri, await read(uri)));
  } catch (error) {
    // A tool works without its interface.
    return { problem: thrownText(error).slice(0, MAX_PROBLEM_LENGTH) };
  }
}

/** The tool with only our pin: a value that the server writes there does not count. */
function withPin(tool: ToolDefinition, pin: InterfacePin | undefined): ToolDefinition {
  if (pin === undefined && tool._meta?.[INTERFACE_KEY] === undefined) return tool;
  const { [INTERFACE_KEY]: _claimed, ...meta } = tool._meta ?? {};
  return { ...tool, _meta: pin === undefined ? meta : { ...meta, [INTERFACE_KEY]: pin } };
}
