// `dejima/openai-agents`: tools for agents of OpenAI's agents SDK. It accepts tools as plain objects, so the SDK is not loaded.
import type { FunctionTool } from "@openai/agents-core";
import type { Runtime } from "../runtime.ts";
import { type AdapterOptions, type GovernedTool, governedTools } from "./governed-tools.ts";

export type { AdapterOptions } from "./governed-tools.ts";

/** The runtime's tools as `tools` of an Agent. */
export async function openAiAgentsTools(runtime: Runtime, options?: AdapterOptions): Promise<FunctionTool[]> {
  const tools = await governedTools(runtime, options);
  return tools.map(functionTool);
}

function functionTool({ name, description, parameters, call }: GovernedTool): FunctionTool {
  return {
    type: "function",
    name,
    description,
    parameters: { properties: {}, required: [], additionalProperties: true, ...parameters, type: "object" },
    strict: false,
    // The gate asks people, with the effects of the call. Asking twice would teach them to approve blindly.
    needsApproval: async () => false,
    isEnabled: async () => true,
    // The SDK ends the whole run when a tool throws. The model should read the error and try again instead.
    invoke: async (_context, input, details) => {
      try {
        return await call(JSON.parse(input === "" ? "{}" : input), details?.signal);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}
