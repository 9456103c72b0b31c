import type { ModelProvider } from "../../contract/config-names.ts";

/** The built-in facts about a kind of provider. */
interface ProviderFacts {
  /** Its display name. */
  readonly label: string;
  /** The model if only the provider is named. Empty if there is no common one. */
  readonly defaultModel: string;
  /** The environment variables that may contain its key, in this order. */
  readonly keyVariables: readonly string[];
  /** The environment variable that may contain its address. */
  readonly addressVariable?: string;
  /** Its default address. */
  readonly address?: string;
  /** `always`: it cannot be used without a key. `at-home`: only its own address needs one. */
  readonly needsKey: "always" | "at-home" | "never";
}

/** The known providers. */
export const PROVIDERS: Readonly<Record<ModelProvider, ProviderFacts>> = {
  anthropic: {
    label: "Anthropic",
    defaultModel: "claude-sonnet-4-5",
    keyVariables: ["ANTHROPIC_API_KEY"],
    addressVariable: "ANTHROPIC_BASE_URL",
    address: "https://api.anthropic.com/v1",
    needsKey: "always",
  },
  openai: {
    label: "OpenAI",
    defaultModel: "gpt-5-mini",
    keyVariables: ["OPENAI_API_KEY"],
    addressVariable: "OPENAI_BASE_URL",
    address: "https://api.openai.com/v1",
    needsKey: "at-home",
  },
  google: {
    label: "Google Gemini",
    defaultModel: "gemini-2.5-flash",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
    address: "https://generativelanguage.googleapis.com/v1beta",
    needsKey: "always",
  },
  compatible: {
    label: "Any server that speaks OpenAI's API",
    defaultModel: "",
    keyVariables: [],
    needsKey: "never",
  },
  ollama: {
    label: "Ollama",
    defaultModel: "",
    keyVariables: [],
    address: "http://127.0.0.1:11434/v1",
    needsKey: "never",
  },
  local: { label: "A GGUF file", defaultModel: "", keyVariables: [], needsKey: "never" },
  offline: { label: "Without a model", defaultModel: "rules", keyVariables: [], needsKey: "never" },
};
