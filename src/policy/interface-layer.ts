import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

const NONE: readonly Rule[] = [];
const common = { verdict: "deny", subject: "*", subjectKind: "tools", matchesTool: () => true } as const;
const NOT_FOR_MODELS: readonly Rule[] = [{ ...common, text: "a tool for its server's interface alone" }];
const NOT_ITS_OWN: readonly Rule[] = [
  { ...common, text: "an interface calls tools of its own server alone" },
];

/**
 * Separates the calls of MCP UIs ("interfaces") from all others. In the run of a UI, only tools of its own server may be called.
 * In every other run, tools that a server made only for its UI may not be called, unless the caller shows UIs itself.
 */
export function interfaceLayer(
  server: string | undefined,
  { showsInterfaces = false }: { readonly showsInterfaces?: boolean | undefined } = {},
): Layer {
  return {
    name: "interface",
    otherwise: "allow",
    covering(tool) {
      if (server === undefined) return showsInterfaces || mayCall(tool, "model") ? NONE : NOT_FOR_MODELS;
      // Without a source this is not a tool, but the question whether an effect is denied to all tools.
      if (tool.source === undefined) return NONE;
      const own = tool.source === "mcp" && tool.origin === server;
      return own && mayCall(tool, "interface") ? NONE : NOT_ITS_OWN;
    },
  };
}

function mayCall({ callers }: ToolNames, who: "model" | "interface"): boolean {
  return callers === undefined || callers.includes(who);
}
