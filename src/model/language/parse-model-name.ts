import { DejimaError } from "../../contract/error.ts";
import { DEFAULT_MODELS, MODEL_PROVIDERS, type ModelName } from "./model-settings.ts";

/** Reads `provider:name`, a provider alone, or the path of a GGUF file. */
export function parseModelName(text: string): ModelName {
  if (isModelFile(text)) return { provider: "local", name: text.replace(/^local:/, "") };
  const [head = "", ...rest] = text.split(":");
  const provider = MODEL_PROVIDERS.find((known) => known === head);
  if (provider === undefined) {
    throw new DejimaError(
      "invalid_input",
      `Cannot use model "${text}": write provider:name, with a provider of ${MODEL_PROVIDERS.join(", ")}, such as "anthropic:${DEFAULT_MODELS.anthropic}", or the path of a .gguf file`,
      { model: text },
    );
  }
  return { provider, name: rest.join(":") || DEFAULT_MODELS[provider] };
}

/** Whether a name is that of a model in a file. */
function isModelFile(text: string): boolean {
  return /\.gguf$/i.test(text) && !/^(?!local:)[a-z]+:/i.test(text);
}
