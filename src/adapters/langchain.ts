// `dejima/langchain`: tools for agents of LangChain and LangGraph (`@langchain/core`, an optional peer dependency).
import { DynamicStructuredTool } from "@langchain/core/tools";
import type { Runtime } from "../runtime.ts";
import { type AdapterOptions, governedTools } from "./governed-tools.ts";

export type { AdapterOptions } from "./governed-tools.ts";

/** The runtime's tools for bindTools, ToolNode and the prebuilt agents. */
export async function langchainTools(
  runtime: Runtime,
  options?: AdapterOptions,
): Promise<DynamicStructuredTool[]> {
  const tools = await governedTools(runtime, options);
  return tools.map(
    ({ name, description, parameters, call }) =>
      new DynamicStructuredTool({
        name,
        description,
        schema: parameters,
        verboseParsingErrors: true,
        func: async (input, _manager, config) => asText(await call(input, config?.signal)),
      }),
  );
}

// A tool message contains text.
function asText(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output ?? null);
}
