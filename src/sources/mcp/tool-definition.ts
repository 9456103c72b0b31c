import type { ServerCapabilities, Tool as WireTool } from "@modelcontextprotocol/client";
import { scanDescription } from "../../scan/scan-description.ts";
import type { Finding } from "../../support/finding.ts";
import { canonicalJson } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { replaceUnseen, unseenRuns, withoutByteOrderMark } from "../../text/unseen.ts";
import { interfaceParts } from "./interface/interface-meta.ts";
import type { LeftOut } from "./wire/mend-lists.ts";

/** What is shown of a definition that is nothing but findings. */
const MAX_FINDINGS = 20;

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

/** The hidden characters of a text, in the order in which they stand. */
export function hiddenCharacters(text: string): string[] {
  return unseenRuns(withoutByteOrderMark(text)).flatMap((run) => [...run.text]);
}

/** What of a text can be seen, at most so many characters of it. */
export function plainText(text: string, maxLength: number): string {
  const seen = replaceUnseen(text, () => "")
    .replaceAll("\r\n", "\n")
    .trim();
  return seen.length <= maxLength ? seen : `${seen.slice(0, maxLength).toWellFormed()}…`;
}

/** One line of at most so many characters: the first sentence where it fits. */
export function summaryOf(text: string, maxLength: number): string {
  const line = plainText(text, 2_000).replace(/\s+/g, " ");
  const sentence = /^.{10,}?[.!?。](?=\s|$)/u.exec(line)?.[0] ?? line;
  const short = sentence.length <= maxLength ? sentence : line;
  return short.length <= maxLength ? short.replace(/\.$/, "") : `${short.slice(0, maxLength - 1).trimEnd()}…`;
}

/** The hash of all that a model or a person relies on in a tool's definition, its interface among it. */
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

/** Looks for orders to the model and hidden characters in everything of a definition that a model would read. */
export function scanDefinition(definition: ToolDefinition): Finding[] {
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
  return [...seen].flatMap((text) => scanDescription(text, name)).slice(0, MAX_FINDINGS);
}

/** Every text of a schema that a model would be shown: descriptions, names, defaults. */
function* stringsIn(value: unknown, depth = 0): Iterable<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null && depth < 64) {
    for (const [key, held] of Object.entries(value)) {
      if (!Array.isArray(value)) yield key;
      yield* stringsIn(held, depth + 1);
    }
  }
}
