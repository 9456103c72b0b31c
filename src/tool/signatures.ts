import { CATEGORIES, type Tool } from "../contract/tool.ts";
import { type CatalogueOptions, estimateTokens, type FittedCatalogue, fitCatalogue } from "./catalogue.ts";
import { nameText, typeText } from "./type-text.ts";

/** About how many tokens the signatures of the tools may take in the description of a tool that calls them. */
const SIGNATURE_TOKENS = 1_000;

/** What most programs need: it counts as used once. */
const EVERYDAY = ["list_files", "read_file", "write_file", "http_get"].map((name) => [name, 1] as const);

/** What servers answer that declare no output: one text, or several parts. */
const ANSWER = "type Answer = string | { content: { type: string; text?: string }[] };";

/** How a program calls a tool, as one line of TypeScript. */
export function signatureOf(tool: Tool): string {
  const schema = tool.input.toJsonSchema();
  const input = typeText(schema);
  const isNeeded = Array.isArray(schema.required) && schema.required.length > 0;
  const parameter = input === "{}" ? "" : `input${isNeeded ? "" : "?"}: ${input}`;
  return `${nameText(tool.name)}(${parameter}): Promise<${outputType(tool)}>;`;
}

interface SignatureOptions extends CatalogueOptions {
  /** Writes a signature; a caller that keeps them passes its own. */
  signature?(tool: Tool): string;
}

/**
 * The declaration of `tools` that a program is written against, within a budget. If not all fit, tools that were wanted or
 * used most come first. The same tools give the same text.
 */
export function toolSignatures(
  tools: readonly Tool[],
  {
    signature = signatureOf,
    budget = SIGNATURE_TOKENS,
    pinned = [],
    uses = new Map(),
  }: SignatureOptions = {},
): FittedCatalogue {
  const callable = tools.filter(({ composes }) => composes !== true);
  const rows = callable.filter(isTyped).map((tool) => ({
    name: tool.name,
    storage: tool.origin === "" ? tool.category : tool.origin,
    line: `  ${signature(tool)}`,
  }));
  const options = { uses: new Map([...EVERYDAY, ...uses]), pinned, budget: budget - FRAME };
  const { listed, text: fitted } = fitCatalogue(rows, { storages: CATEGORIES, leftOut: () => "" }, options);
  const lines = fitted.split("\n").filter((line) => line !== "" && !line.startsWith("## "));
  const left = callable.length - listed.length;
  const answer = lines.some((line) => line.includes("Promise<Answer>")) ? [ANSWER] : [];
  const more =
    left === 0 ? [] : [`  // ${left} more tools are called in the same way: look up their input first`];
  const text = [...answer, "declare const tools: {", ...lines, ...more, "};"].join("\n");
  return { text, listed, left, tokens: estimateTokens(text) };
}

/** Tokens of the lines around the signatures. */
const FRAME = 70;

/** Built-in tools without a declared output manage the agent itself; programs seldom need them. */
function isTyped({ source, returns, output }: Tool): boolean {
  return source !== "builtin" || returns !== undefined || output !== undefined;
}

function outputType({ output, returns, source }: Tool): string {
  if (source !== "mcp") return returns ?? (output === undefined ? "unknown" : typeText(output));
  return output === undefined ? "Answer" : `{ structuredContent: ${typeText(output)} }`;
}
