/** The kinds of provider there are. `openai` is also the wire of everything compatible with it; `local` is a GGUF file. */
export const MODEL_PROVIDERS = ["openai", "anthropic", "google", "ollama", "local", "offline"] as const;

export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

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

/** What a provider is asked for when nobody named a model. */
export const DEFAULT_MODELS: Readonly<Record<ModelProvider, string>> = {
  openai: "gpt-5-mini",
  anthropic: "claude-sonnet-4-5",
  google: "gemini-2.5-flash",
  ollama: "",
  local: "",
  offline: "rules",
};

/** Where a key is looked for, in this order; each provider's own names. */
export const KEY_VARIABLES: readonly (readonly [provider: ModelProvider, variable: string])[] = [
  ["anthropic", "ANTHROPIC_API_KEY"],
  ["openai", "OPENAI_API_KEY"],
  ["google", "GEMINI_API_KEY"],
  ["google", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ["google", "GOOGLE_API_KEY"],
];

/** Where another address of a provider is looked for. */
export const ADDRESS_VARIABLES: Readonly<Partial<Record<ModelProvider, string>>> = {
  openai: "OPENAI_BASE_URL",
  anthropic: "ANTHROPIC_BASE_URL",
  ollama: "OLLAMA_HOST",
};
