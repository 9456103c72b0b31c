// `dejima/ai-sdk`: tools for agents of the AI SDK (`ai`, an optional peer dependency), including Mastra's.
import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import type { Runtime } from "../runtime.ts";
import { type AdapterOptions, governedTools } from "./governed-tools.ts";

export type { AdapterOptions } from "./governed-tools.ts";

/** The runtime's tools as `tools` of generateText, streamText and ToolLoopAgent. */
export async function aiSdkTools(runtime: Runtime, options?: AdapterOptions): Promise<ToolSet> {
  const tools = await governedTools(runtime, options);
  return Object.fromEntries(
    tools.map(({ name, description, parameters, call }) => [
      name,
      dynamicTool({
        description,
        inputSchema: jsonSchema(parameters),
        execute: (input, { abortSignal }) => call(input, abortSignal),
      }),
    ]),
  );
}
