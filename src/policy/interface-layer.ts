import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

const NONE: readonly Rule[] = [];
const common = { verdict: "deny", subject: "*", subjectKind: "tools", matchesTool: () => true } as const;
const NOT_FOR_MODELS: readonly Rule[] = [{ ...common, text: "a tool for its server's interface alone" }];
const NOT_ITS_OWN: readonly Rule[] = [
  { ...common, text: "an interface calls tools of its own server alone" },
];

/**
 * The layer that tells the calls of interfaces from all others. In the run of an interface, only tools of its own server may be
 * called; in every other run, none that a server made for its interface alone, unless the caller shows interfaces itself.
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
      // Without a source it is no tool, but the question whether something is forbidden to all.
      if (tool.source === undefined) return NONE;
      const own = tool.source === "mcp" && tool.origin === server;
      return own && mayCall(tool, "interface") ? NONE : NOT_ITS_OWN;
    },
  };
}

function mayCall({ callers }: ToolNames, who: "model" | "interface"): boolean {
  return callers === undefined || callers.includes(who);
}
