import { FLOW_WORDS, type Flow } from "../contract/flow.ts";
import type { Category, Source, Tool } from "../contract/tool.ts";

/** What the defaults of a flow depend on. */
interface FlowFields {
  readonly source: Source;
  readonly category: Category;
  readonly flow?: Partial<Flow>;
}

const OUTSIDE: ReadonlySet<Category> = new Set(["network", "browser", "channel", "mcp"]);

/** The switches that `flow` took the place of. To ignore them would leave a tool less guarded than its author meant. */
const FORMER_SWITCHES: Readonly<Record<string, string>> = {
  trustsOutput: 'flow: { output: "trusted" | "untrusted" }',
  sendsOut: 'flow: { sends: "nothing" | "input" }',
  outlivesRun: 'flow: { keeps: "beyond the run" }',
  tellsOnlyAddress: 'flow: { sends: "address" }',
};

/** The flow of a tool, with the defaults that `Flow` states for its source and category. */
export function flowOf({ source, category, flow = {} }: FlowFields): Flow {
  const isOutside = source === "mcp" || source === "http" || OUTSIDE.has(category);
  return {
    output: flow.output ?? (isOutside ? "untrusted" : "by effects"),
    sends: flow.sends ?? "by effects",
    keeps: flow.keeps ?? "nothing",
    files: flow.files ?? (source === "builtin" ? "guarded" : "own"),
  };
}

/** A tool as one that ships with Dejima. */
export function asBuiltin(tool: Tool): Tool {
  return { ...tool, source: "builtin", flow: { ...tool.flow, files: "guarded" } };
}

/** What is wrong with how a definition describes its flow. Authors without types may write anything. */
export function flowFault(definition: object): string | undefined {
  const former = Object.keys(FORMER_SWITCHES).find((name) => name in definition);
  if (former !== undefined) return `"${former}" is now written as ${FORMER_SWITCHES[former]}`;
  const flow: unknown = "flow" in definition ? definition.flow : undefined;
  if (flow === undefined) return undefined;
  if (typeof flow !== "object" || flow === null) return "flow must be an object";
  for (const [part, word] of Object.entries(flow)) {
    const words: readonly unknown[] | undefined = Object.entries(FLOW_WORDS).find(
      ([one]) => one === part,
    )?.[1];
    if (words === undefined)
      return `flow has no part "${part}"; it has ${Object.keys(FLOW_WORDS).join(", ")}`;
    if (word !== undefined && !words.includes(word))
      return `flow.${part} must be one of ${words.map((one) => `"${String(one)}"`).join(", ")}`;
  }
  return undefined;
}
