import { DejimaError } from "../../contract/error.ts";
import { DEFAULT_MODELS, MODEL_PROVIDERS, type ModelName } from "./model-settings.ts";

/** Reads `provider:name`, or a provider alone. */
export function parseModelName(text: string): ModelName {
  const [head = "", ...rest] = text.split(":");
  const provider = MODEL_PROVIDERS.find((known) => known === head);
  if (provider === undefined) {
    throw new DejimaError(
      "invalid_input",
      `Cannot use model "${text}": write provider:name, with a provider of ${MODEL_PROVIDERS.join(", ")}, such as "anthropic:${DEFAULT_MODELS.anthropic}"`,
      { model: text },
    );
  }
  return { provider, name: rest.join(":") || DEFAULT_MODELS[provider] };
}
