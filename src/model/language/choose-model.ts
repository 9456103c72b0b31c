import { findOllama } from "./find-ollama.ts";
import {
  ADDRESS_VARIABLES,
  DEFAULT_MODELS,
  KEY_VARIABLES,
  type ModelName,
  type ModelProvider,
  type ProviderSettings,
} from "./model-settings.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Which model to use when nobody named one, and how it is reached. */
interface ModelChoice extends ModelName, ProviderSettings {}

/** Without a word in the config: the provider whose key is in the environment, else a local Ollama, else the offline model. `ollamaUrl` is where the config says that it is. */
export async function chooseModel(variables: Variables, ollamaUrl?: string): Promise<ModelChoice> {
  const found = KEY_VARIABLES.find(([, variable]) => (variables[variable] ?? "") !== "");
  if (found !== undefined) {
    const [provider] = found;
    return { provider, name: DEFAULT_MODELS[provider], ...providerFrom(provider, variables) };
  }
  const ollama = await findOllama(
    ollamaUrl?.replace(/\/v1\/?$/, "") ?? variables[ADDRESS_VARIABLES.ollama ?? ""],
  );
  if (ollama !== undefined) return { provider: "ollama", ...ollama };
  return { provider: "offline", name: DEFAULT_MODELS.offline };
}

/** What the environment says of a provider. */
export function providerFrom(provider: ModelProvider, variables: Variables): ProviderSettings {
  const named = KEY_VARIABLES.filter(([of]) => of === provider).map(([, variable]) => variables[variable]);
  const address = ADDRESS_VARIABLES[provider];
  return {
    apiKey: named.find((key) => (key ?? "") !== ""),
    baseUrl: provider === "ollama" || address === undefined ? undefined : variables[address] || undefined,
  };
}
