import type { ModelMessage, ModelRequest, OfferedTool } from "../language-model.ts";
import { ANSWER } from "./grammar-schema.ts";
import type { ChatItem } from "./llama-port.ts";

// A small model has little room: about three characters to a token, and each part gets its share.
const CHARACTERS_PER_TOKEN = 3;
const SYSTEM_SHARE = 0.25;
const TOOLS_SHARE = 0.25;

/** The tools that a model of this size can be told of, in their order. */
export function fittingTools(tools: readonly OfferedTool[], contextSize: number): OfferedTool[] {
  let room = contextSize * CHARACTERS_PER_TOKEN * TOOLS_SHARE;
  return tools.filter((tool) => {
    room -= toolLine(tool).length;
    return room > 0;
  });
}

/** A request as a chat that fits: instructions, the tools, and as many of the last messages as there is room for. */
export function localHistory(
  { system, messages }: Pick<ModelRequest, "system" | "messages">,
  { tools, contextSize }: { tools: readonly OfferedTool[]; contextSize: number },
): ChatItem[] {
  const whole = contextSize * CHARACTERS_PER_TOKEN;
  const choice =
    tools.length === 0
      ? []
      : [
          "",
          `Tools, called with {"tool": name, "input": {…}}; {"tool": "${ANSWER}"} when no tool is needed any more:`,
          ...tools.map(toolLine),
        ];
  const head = [system.slice(0, whole * SYSTEM_SHARE), ...choice].join("\n");
  let room = whole * (1 - SYSTEM_SHARE) - (head.length - Math.min(system.length, whole * SYSTEM_SHARE));
  const items: ChatItem[] = [];
  for (const message of messages.toReversed()) {
    const text = textOf(message).slice(0, Math.max(0, room));
    if (text === "") continue;
    room -= text.length;
    items.unshift(
      message.role === "assistant" ? { type: "model", response: [text] } : { type: "user", text },
    );
  }
  return [{ type: "system", text: head.toWellFormed() }, ...items];
}

function toolLine({ name, description, inputSchema }: OfferedTool): string {
  const { properties, required } = inputSchema as { properties?: object; required?: readonly string[] };
  const fields = Object.keys(properties ?? {}).filter((field) => required?.includes(field) === true);
  return `- ${name}(${fields.join(", ")}): ${description.split("\n")[0]?.slice(0, 120)}`;
}

function textOf(message: ModelMessage): string {
  if (message.role === "tool") return `Result of ${message.tool}:\n${message.text}`;
  if (message.role !== "assistant" || message.calls.length === 0) return message.text;
  return [message.text, ...message.calls.map(({ tool, input }) => `{"tool": "${tool}", "input": ${input}}`)]
    .filter((part) => part !== "")
    .join("\n");
}
