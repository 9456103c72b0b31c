import type { Tool } from "../contract/tool.ts";
import type { CatalogueOptions } from "./catalogue.ts";
import { signatureOf, toolSignatures } from "./signatures.ts";

/** Lists of tools whose descriptions are kept; a caller seldom has more than one. */
const MOST_KEPT = 16;

/** Writes the description of a tool that calls others: its own, then their signatures. */
type DescribeWithOthers = (tool: Tool, others: readonly Tool[], options?: CatalogueOptions) => string;

/**
 * Creates the writer. What it wrote for a list of tools stays as it is, however often they are used since: a model provider's
 * cache of the prompt holds.
 */
export function createProgramDescriptions(): DescribeWithOthers {
  const signatures = new WeakMap<Tool, string>();
  const kept = new Map<string, { readonly tools: readonly Tool[]; readonly text: string }>();
  const signature = (tool: Tool): string => {
    const known = signatures.get(tool) ?? signatureOf(tool);
    signatures.set(tool, known);
    return known;
  };
  return (tool, others, options = {}) => {
    const tools = [tool, ...others];
    const key = `${options.budget ?? ""} ${tools.map(({ name }) => name).join(" ")}`;
    const known = kept.get(key);
    const isSame = known?.tools.every((one, index) => one === tools[index]) === true;
    const text = isSame
      ? known.text
      : `${tool.description}\n${toolSignatures(others, { ...options, signature }).text}`;
    kept.delete(key);
    kept.set(key, { tools, text });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return text;
  };
}
