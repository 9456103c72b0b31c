import { MODEL_PROVIDERS, type ModelProvider } from "../../contract/config-names.ts";
import { DejimaError } from "../../contract/error.ts";

/** The default model of each provider. */
const DEFAULT_MODELS: Readonly<Record<ModelProvider, string>> = {
  openai: "gpt-5-mini",
  anthropic: "claude-sonnet-4-5",
  google: "gemini-2.5-flash",
  ollama: "",
  local: "",
  offline: "rules",
};

/** Where a key is looked for, in this order; each provider's own names. */
const KEY_VARIABLES: readonly (readonly [provider: ModelProvider, variable: string])[] = [
  ["anthropic", "ANTHROPIC_API_KEY"],
  ["openai", "OPENAI_API_KEY"],
  ["google", "GEMINI_API_KEY"],
  ["google", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ["google", "GOOGLE_API_KEY"],
];

/** Where another address of a provider is looked for. */
const ADDRESS_VARIABLES: Readonly<Partial<Record<ModelProvider, string>>> = {
  openai: "OPENAI_BASE_URL",
  anthropic: "ANTHROPIC_BASE_URL",
  ollama: "OLLAMA_HOST",
};

const ADDRESS = "http://127.0.0.1:11434";

const PATIENCE_MS = 300;

type Variables = Readonly<Record<string, string | undefined>>;

/** The model to use when none is configured, and how to reach it. */
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

/** A local Ollama and the model to use from it; `undefined` if none answers at once. */
async function findOllama(host?: string): Promise<{ baseUrl: string; name: string } | undefined> {
  const address = normalise(host);
  try {
    const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const body: unknown = await response.json();
    const name = firstModel(body);
    return name === undefined ? undefined : { baseUrl: `${address}/v1`, name };
  } catch {
    return undefined;
  }
}

function normalise(host: string | undefined): string {
  if (host === undefined || host === "") return ADDRESS;
  const url = host.includes("://") ? host : `http://${host}`;
  return url.replace("0.0.0.0", "127.0.0.1").replace(/\/+$/, "");
}

function firstModel(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("models" in body) || !Array.isArray(body.models))
    return undefined;
  const names = body.models.map((model: unknown) =>
    typeof model === "object" && model !== null && "name" in model ? String(model.name) : "",
  );
  return names.find((name) => name !== "" && !/embed/i.test(name));
}

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

/** What is known of one provider: where it is and how to be let in. */
export interface ProviderSettings {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** Which model, of which provider. */
export interface ModelName {
  readonly provider: ModelProvider;
  readonly name: string;
}
