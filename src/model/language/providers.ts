import type { ModelProvider } from "../../contract/config-names.ts";

/** What is known of a kind of provider before anybody has said anything. */
interface ProviderFacts {
  /** As people know it. */
  readonly label: string;
  /** The model that is used when only the provider is named; empty if there is none that all have. */
  readonly defaultModel: string;
  /** The variables of the environment that may hold its key, in this order. */
  readonly keyVariables: readonly string[];
  /** The variable of the environment that may hold its address. */
  readonly addressVariable?: string;
  /** Where it is unless another address is given. */
  readonly address?: string;
  /** `always`: it cannot be asked without a key. `at-home`: only at its own address. */
  readonly needsKey: "always" | "at-home" | "never";
}

/** The providers that Dejima knows. */
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
