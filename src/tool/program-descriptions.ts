import { CATEGORIES, type Tool } from "../contract/tool.ts";
import { type CatalogueOptions, estimateTokens, type FittedCatalogue, fitCatalogue } from "./catalogue.ts";
import { nameText, typeText } from "./type-text.ts";

/** Maximum number of cached descriptions. A caller seldom has more than one list of tools. */
const MAX_CACHED = 16;

/** Builds the description of a tool that calls others: its own text, then their signatures. */
type DescribeWithOthers = (tool: Tool, others: readonly Tool[], options?: CatalogueOptions) => string;

/**
 * Creates the builder. The text for a list of tools stays the same, however often the tools are used since, so that a model
 * provider can cache the prompt.
 */
export function createProgramDescriptions(): DescribeWithOthers {
  const signatures = new WeakMap<Tool, string>();
  const cache = new Map<string, { readonly tools: readonly Tool[]; readonly text: string }>();
  const signature = (tool: Tool): string => {
    const known = signatures.get(tool) ?? signatureOf(tool);
    signatures.set(tool, known);
    return known;
  };
  return (tool, others, options = {}) => {
    const tools = [tool, ...others];
    const key = `${options.budget ?? ""} ${tools.map(({ name }) => name).join(" ")}`;
    const known = cache.get(key);
    const isSame = known?.tools.every((one, index) => one === tools[index]) === true;
    const text = isSame
      ? known.text
      : `${tool.description}\n${toolSignatures(others, { ...options, signature }).text}`;
    cache.delete(key);
    cache.set(key, { tools, text });
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    return text;
  };
}

/** The approximate token budget of the signatures in the description of a tool that calls others. */
const SIGNATURE_TOKENS = 1_000;

/** Tools that most programs need. They count as used once. */
const COMMON_TOOLS = ["list_files", "read_file", "write_file", "http_get"].map((name) => [name, 1] as const);

/** The result type of servers that declare no output: one text, or several parts. */
const ANSWER = "type Answer = string | { content: { type: string; text?: string }[] };";

/** How a program calls a tool, as one line of TypeScript. */
function signatureOf(tool: Tool): string {
  const schema = tool.input.toJsonSchema();
  const input = typeText(schema);
  const isNeeded = Array.isArray(schema.required) && schema.required.length > 0;
  const parameter = input === "{}" ? "" : `input${isNeeded ? "" : "?"}: ${input}`;
  return `${nameText(tool.name)}(${parameter}): Promise<${outputType(tool)}>;`;
}

interface SignatureOptions extends CatalogueOptions {
  /** Builds a signature. A caller with a cache passes its own function. */
  signature?(tool: Tool): string;
}

/**
 * The declaration of `tools` for programs, within a budget. If not all fit, pinned and most used tools come first. The same tools
 * give the same text.
 */
function toolSignatures(
  tools: readonly Tool[],
  {
    signature = signatureOf,
    budget = SIGNATURE_TOKENS,
    pinned = [],
    uses = new Map(),
  }: SignatureOptions = {},
): FittedCatalogue {
  const callable = tools.filter(({ composes, picksSkill }) => composes !== true && picksSkill !== true);
  const rows = callable.filter(isTyped).map((tool) => ({
    name: tool.name,
    heading: tool.origin === "" ? tool.category : tool.origin,
    line: `  ${signature(tool)}`,
  }));
  const options = { uses: new Map([...COMMON_TOOLS, ...uses]), pinned, budget: budget - FRAME };
  const { listed, text: fitted } = fitCatalogue(
    rows,
    { headings: CATEGORIES, omittedLine: () => "" },
    options,
  );
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

/** Built-in tools without a declared output manage the agent itself. Programs seldom need them. */
function isTyped({ source, returns, output }: Tool): boolean {
  return source !== "builtin" || returns !== undefined || output !== undefined;
}

function outputType({ output, returns, source }: Tool): string {
  if (source !== "mcp") return returns ?? (output === undefined ? "unknown" : typeText(output));
  return output === undefined ? "Answer" : `{ structuredContent: ${typeText(output)} }`;
}
