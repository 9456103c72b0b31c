import type { ServerCapabilities, Tool as WireTool } from "@modelcontextprotocol/client";
import type { LeftOut } from "../wire/mend-lists.ts";

/** A tool as its server describes it, word for word. */
export type ToolDefinition = WireTool;

/** What a server says of itself and of its tools. */
export interface ServerDefinitions {
  readonly tools: readonly ToolDefinition[];
  readonly instructions: string;
  /** Name and version as the server gives them. */
  readonly software: string;
  /** What it can do, in the words of the protocol. */
  readonly capabilities: ServerCapabilities;
  /** Tools, or fields of them, that were malformed and are not used. */
  readonly leftOut?: readonly LeftOut[] | undefined;
  /** How long its start took, where it was started. */
  readonly startedMs?: number | undefined;
}
