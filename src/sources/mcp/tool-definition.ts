import type { ServerCapabilities, Tool as WireTool } from "@modelcontextprotocol/client";
import { scanDescription, showsHarm } from "../../scan/scan-description.ts";
import type { Finding } from "../../support/finding.ts";
import { canonicalJson } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { replaceHidden } from "../../text/hidden-characters.ts";
import { shortened } from "../../text/text-end.ts";
import { interfaceParts } from "./interface/interface-meta.ts";
import type { DroppedEntry } from "./wire/repair-lists.ts";

/** The maximum number of findings shown for a definition. */
const MAX_FINDINGS = 20;

/** A tool as its server describes it, unchanged. */
export type ToolDefinition = WireTool;

/** A server's description of itself and its tools. */
export interface ServerDefinitions {
  readonly tools: readonly ToolDefinition[];
  readonly instructions: string;
  /** The server's own name and version. */
  readonly software: string;
  /** Its capabilities, in the protocol's terms. */
  readonly capabilities: ServerCapabilities;
  /** Tools, or their fields, that were malformed and are not used. */
  readonly leftOut?: readonly DroppedEntry[] | undefined;
  /** How long its start took, if it was started. */
  readonly startedMs?: number | undefined;
}

/** The visible part of a text, at most this many characters. */
export function plainText(text: string, maxLength: number): string {
  const seen = replaceHidden(text, () => "")
    .replaceAll("\r\n", "\n")
    .trim();
  return shortened(seen, maxLength);
}

/** One line of at most this many characters: the first sentence if it fits. */
export function summaryOf(text: string, maxLength: number): string {
  const line = plainText(text, 2_000).replace(/\s+/g, " ");
  const sentence = /^.{10,}?[.!?。](?=\s|$)/u.exec(line)?.[0] ?? line;
  const short = sentence.length <= maxLength ? sentence : line;
  return short.length <= maxLength ? short.replace(/\.$/, "") : `${short.slice(0, maxLength - 1).trimEnd()}…`;
}

/**
 * The hash of everything that a model or a person relies on in a tool's definition, including its interface.
 */
export function definitionHash(tool: ToolDefinition): string {
  return sha256(canonicalJson({ ...describedParts(tool), interface: interfaceParts(tool) }));
}

/** The hash of a tool's definition without its interface: what a model relies on. */
export function describedHash(tool: ToolDefinition): string {
  return sha256(canonicalJson(describedParts(tool)));
}

function describedParts({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: ToolDefinition): object {
  return { name, title, description, inputSchema, outputSchema, annotations };
}

/** The hash of a whole server: its tools in any order, and its instructions. */
export function serverHash({
  tools,
  instructions,
}: Pick<ServerDefinitions, "tools" | "instructions">): string {
  return sha256(canonicalJson({ tools: tools.map(definitionHash).sort(), instructions }));
}

/**
 * Searches everything of a definition that a model would read for instructions to the model and hidden
 * characters. `siblings` are the names of the server's tools.
 */
export function scanDefinition(definition: ToolDefinition, siblings?: ReadonlySet<string>): Finding[] {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  const texts = [
    name,
    title,
    description,
    annotations?.title,
    ...stringsIn(inputSchema),
    ...stringsIn(outputSchema),
  ];
  const seen = new Set(texts.filter((text) => text !== undefined));
  const found = [...seen].flatMap((text) => scanDescription(text, name, siblings));
  // So that a flood of weak findings does not push out a strong one.
  return found.toSorted((a, b) => Number(showsHarm(b)) - Number(showsHarm(a))).slice(0, MAX_FINDINGS);
}

/** Every text of a schema that a model would see: descriptions, names, defaults. */
function* stringsIn(value: unknown, depth = 0): Iterable<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null && depth < 64) {
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) yield key;
      yield* stringsIn(inner, depth + 1);
    }
  }
}
