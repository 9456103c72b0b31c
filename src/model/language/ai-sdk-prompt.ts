import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { jsonrepair } from "jsonrepair";
import type { ModelMessage, OfferedTool } from "./language-model.ts";

/** Our messages in the provider packages' shape; results of one turn stand in one message, as providers demand. */
export function toPrompt(system: string, messages: readonly ModelMessage[]): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = system === "" ? [] : [{ role: "system", content: system }];
  for (const message of messages) {
    if (message.role === "user" || message.role === "note") {
      const text =
        message.role === "note" ? `[Note of the workflow, not of the user] ${message.text}` : message.text;
      prompt.push({ role: "user", content: [{ type: "text", text }] });
    } else if (message.role === "assistant") {
      prompt.push({
        role: "assistant",
        content: [
          ...(message.text === "" ? [] : [{ type: "text" as const, text: message.text }]),
          ...message.calls.map(({ id, tool, input }) => ({
            type: "tool-call" as const,
            toolCallId: id,
            toolName: tool,
            input: readInput(input),
          })),
        ],
      });
    } else {
      const result = {
        type: "tool-result" as const,
        toolCallId: message.callId,
        toolName: message.tool,
        output: message.failed
          ? { type: "error-text" as const, value: message.text }
          : { type: "text" as const, value: message.text },
      };
      const last = prompt.at(-1);
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
    }
  }
  return prompt;
}

/** Our tools in the provider packages' shape. */
export function toFunctionTools(tools: readonly OfferedTool[]): LanguageModelV4FunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => {
    const { $schema: _dialect, ...schema } = inputSchema;
    // Keywords of a JSON Schema are not typed here; providers take any.
    const typed = { type: "object", ...schema } as LanguageModelV4FunctionTool["inputSchema"];
    return { type: "function", name, description, inputSchema: typed };
  });
}

// A call that the model once wrote wrongly must still be shown to it as some JSON object: providers refuse anything else.
function readInput(text: string): object {
  try {
    const value: unknown = JSON.parse(jsonrepair(text === "" ? "{}" : text));
    return typeof value === "object" && value !== null ? value : { text };
  } catch {
    return { text };
  }
}
