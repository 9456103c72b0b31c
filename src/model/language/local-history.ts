import type { JsonSchema } from "../../contract/data/json-schema.ts";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import type { ModelMessage, ModelRequest, OfferedTool } from "./language-model.ts";

const PACKAGE = "node-llama-cpp";

/** The name by which a model chooses to answer instead of calling a tool. */
export const ANSWER = "answer";

const MAX_DEPTH = 6;

// A small model has a small context: about three characters to a token, and each part gets its share.
const CHARACTERS_PER_TOKEN = 3;
const SYSTEM_SHARE = 0.25;
const TOOLS_SHARE = 0.25;

/** The tools that fit the context of a small model, in their order. */
export function fittingTools(tools: readonly OfferedTool[], contextSize: number): OfferedTool[] {
  let room = contextSize * CHARACTERS_PER_TOKEN * TOOLS_SHARE;
  return tools.filter((tool) => {
    room -= toolLine(tool).length;
    return room > 0;
  });
}

/**
 * A request as a chat that fits: instructions, the tools, and as many of the last messages as there is room
 * for.
 */
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
  const { properties, required } = inputSchema as { properties?: object; required?: readonly string[] }; // a JSON Schema of an object
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

type Grammar = Readonly<Record<string, unknown>>;

/**
 * The grammar of a reply: a call of one of the tools with an input that fits its schema, or the decision to
 * answer.
 */
export function callGrammar(tools: readonly OfferedTool[]): Grammar {
  const call = ({ name, inputSchema }: OfferedTool) => ({
    type: "object",
    properties: { tool: { const: name }, input: grammarOf(inputSchema) },
  });
  return { oneOf: [{ type: "object", properties: { tool: { const: ANSWER } } }, ...tools.map(call)] };
}

/**
 * A JSON Schema as a grammar. A grammar writes out every property it has, so only required ones are kept.
 * Anything it cannot express is a text.
 */
export function grammarOf(schema: unknown, depth = 0): Grammar {
  if (typeof schema !== "object" || schema === null || depth > MAX_DEPTH) return { type: "string" };
  const { type, properties, required, items, enum: values, const: only, anyOf, oneOf } = schema as JsonSchema; // an object, as checked above
  if (only !== undefined) return { const: only };
  if (Array.isArray(values)) return { enum: values };
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices) && choices.length > 0) return grammarOf(choices[0], depth + 1);
  const kind = Array.isArray(type) ? type[0] : type;
  switch (kind) {
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return { type: kind };
    case "array":
      return { type: "array", items: grammarOf(items, depth + 1) };
    case "object": {
      const needed = Array.isArray(required) ? required.map(String) : [];
      const known = typeof properties === "object" && properties !== null ? Object.entries(properties) : [];
      const requiredEntries = known.filter(([name]) => needed.includes(name));
      return {
        type: "object",
        properties: Object.fromEntries(
          requiredEntries.map(([name, property]) => [name, grammarOf(property, depth + 1)]),
        ),
      };
    }
    default:
      return { type: "string" };
  }
}

/** The parts of `node-llama-cpp` in use. People install it themselves, so its types are not available. */
interface LlamaPackage {
  getLlama(options: object): Promise<Llama>;
  readonly LlamaChat: new (options: { contextSequence: unknown }) => LlamaChat;
  readonly LlamaLogLevel: { readonly error: unknown };
}

export interface Llama {
  loadModel(options: { modelPath: string; loadSignal?: AbortSignal }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: object): Promise<object>;
}

interface LlamaModel {
  readonly trainContextSize: number;
  createContext(options: object): Promise<{ getSequence(): unknown }>;
  tokenize(text: string): readonly unknown[];
}

export type ChatItem =
  | { readonly type: "system" | "user"; readonly text: string }
  | { readonly type: "model"; readonly response: readonly string[] };

export interface LlamaChat {
  generateResponse(
    history: readonly ChatItem[],
    options: {
      readonly signal: AbortSignal;
      readonly stopOnAbortSignal?: boolean;
      readonly maxTokens: number;
      readonly temperature: number;
      readonly grammar?: object;
      readonly onTextChunk?: (text: string) => void;
    },
  ): Promise<{ readonly response: string }>;
}

/** Loads the package. Throws with the install command if it is missing. */
export async function loadLlama(
  file: string,
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<LlamaPackage> {
  try {
    return (await load(PACKAGE)) as LlamaPackage; // the package with this name
  } catch (cause) {
    const missing = errnoOf(cause) === "ERR_MODULE_NOT_FOUND";
    const why = missing
      ? `the package ${PACKAGE} is not installed`
      : `${PACKAGE} cannot be loaded (${String(cause)})`;
    throw new DejimaError(
      "server_unavailable",
      `Cannot use the local model "${file}": ${why}. Install it beside Dejima with: npm install ${PACKAGE}`,
      { model: file, install: PACKAGE, retry: false },
      { cause },
    );
  }
}
