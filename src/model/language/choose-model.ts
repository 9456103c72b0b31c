import { MODEL_PROVIDERS, type ModelProvider } from "../../contract/config-names.ts";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { PROVIDERS } from "./providers.ts";

const ADDRESS = "http://127.0.0.1:11434";

const PROBE_TIMEOUT_MS = 300;

type Variables = Readonly<Record<string, string | undefined>>;

/** The model to use when none is configured, and how to reach it. */
interface ModelChoice extends ModelName, ProviderSettings {}

/**
 * The default without a config: the provider whose key is in the environment, else a local Ollama, else the
 * offline model. `ollamaUrl` is Ollama's address in the config.
 */
export async function chooseModel(variables: Variables, ollamaUrl?: string): Promise<ModelChoice> {
  const provider = KEY_ORDER.find((each) => keyVariableOf(each, variables) !== undefined);
  if (provider !== undefined)
    return { provider, name: PROVIDERS[provider].defaultModel, ...providerFrom(provider, variables) };
  const ollama = await findOllama(ollamaUrl ?? variables.OLLAMA_HOST);
  const [name] = ollama?.models ?? [];
  if (ollama !== undefined && name !== undefined)
    return { provider: "ollama", name, baseUrl: ollama.baseUrl };
  return { provider: "offline", name: PROVIDERS.offline.defaultModel };
}

// The order in which the keys are tried.
const KEY_ORDER = ["anthropic", "openai", "google"] as const;

/** The environment variable with a provider's key, if any. */
export function keyVariableOf(provider: ModelProvider, variables: Variables): string | undefined {
  return PROVIDERS[provider].keyVariables.find((variable) => (variables[variable] ?? "") !== "");
}

/** A provider's settings from the environment. */
export function providerFrom(provider: ModelProvider, variables: Variables): ProviderSettings {
  const variable = keyVariableOf(provider, variables);
  const { addressVariable } = PROVIDERS[provider];
  const named = (addressVariable && variables[addressVariable]) || undefined;
  const ollama =
    provider === "ollama" && variables.OLLAMA_HOST ? `${normalise(variables.OLLAMA_HOST)}/v1` : undefined;
  return defined({ apiKey: variable && variables[variable], baseUrl: named ?? ollama });
}

/** A running Ollama, and its models that can chat. */
interface FoundOllama {
  readonly baseUrl: string;
  readonly models: readonly string[];
}

/** Looks for an Ollama at this address, or on this machine. Returns `undefined` if none answers at once. */
export async function findOllama(host?: string): Promise<FoundOllama | undefined> {
  const address = normalise(host?.replace(/\/v1\/?$/, ""));
  try {
    const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return { baseUrl: `${address}/v1`, models: chatModels(await response.json()) };
  } catch {
    return undefined;
  }
}

function normalise(host: string | undefined): string {
  if (host === undefined || host === "") return ADDRESS;
  const url = host.includes("://") ? host : `http://${host}`;
  return url.replace("0.0.0.0", "127.0.0.1").replace(/\/+$/, "");
}

function chatModels(body: unknown): string[] {
  if (typeof body !== "object" || body === null || !("models" in body) || !Array.isArray(body.models))
    return [];
  const names = body.models.map((model: unknown) =>
    typeof model === "object" && model !== null && "name" in model ? String(model.name) : "",
  );
  return names.filter((name) => name !== "" && !/embed/i.test(name));
}

/** Parses `provider:name`, a provider alone, or the path of a GGUF file. */
export function parseModelName(text: string): ModelName {
  if (isModelFile(text)) return { provider: "local", name: text.replace(/^local:/, "") };
  const [head = "", ...rest] = text.split(":");
  const provider = MODEL_PROVIDERS.find((known) => known === head);
  if (provider === undefined) {
    throw new DejimaError(
      "invalid_input",
      `Cannot use model "${text}": write provider:name, with a provider of ${MODEL_PROVIDERS.join(", ")}, such as "anthropic:${PROVIDERS.anthropic.defaultModel}", or the path of a .gguf file`,
      { model: text },
    );
  }
  return { provider, name: rest.join(":") || PROVIDERS[provider].defaultModel };
}

/** Whether a name is the path of a model file. */
function isModelFile(text: string): boolean {
  return /\.gguf$/i.test(text) && !/^(?!local:)[a-z]+:/i.test(text);
}

/** The settings of one provider: its address and its key. */
export interface ProviderSettings {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** A model's provider and name. */
export interface ModelName {
  readonly provider: ModelProvider;
  readonly name: string;
}
