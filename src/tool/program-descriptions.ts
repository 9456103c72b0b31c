import type { Tool } from "../contract/tool.ts";
import type { CatalogueOptions } from "./catalogue.ts";
import { signatureOf, toolSignatures } from "./signatures.ts";

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
