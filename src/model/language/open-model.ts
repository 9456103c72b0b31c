import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { aiSdkModel } from "./ai-sdk-model.ts";
import type { ModelName, ProviderSettings } from "./choose-model.ts";
import type { LanguageModel } from "./language-model.ts";

const OPENAI = "https://api.openai.com/v1";
const OLLAMA = "http://127.0.0.1:11434/v1";

/** A model by its name. The provider's package is loaded with the first request. */
export async function openModel(
  { provider, name }: ModelName,
  { baseUrl, apiKey }: ProviderSettings,
): Promise<LanguageModel> {
  const id = `${provider}:${name}`;
  const key = defined({ apiKey });
  const address = defined({ baseURL: baseUrl });
  switch (provider) {
    case "offline":
      return (await import("./offline/offline-model.ts")).createOfflineModel();
    case "local":
      requireName(id, name);
      return (await import("./local-model.ts")).createLocalModel(name);
    case "openai":
    case "ollama":
      requireName(id, name);
      return aiSdkModel(id, async () => {
        const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
        const fallback = provider === "openai" ? OPENAI : OLLAMA;
        return createOpenAICompatible({
          name: provider,
          baseURL: baseUrl ?? fallback,
          includeUsage: true,
          ...key,
        })(name);
      });
    case "anthropic":
      return aiSdkModel(id, async () => {
        const { createAnthropic } = await import("@ai-sdk/anthropic");
        return createAnthropic({ ...key, ...address })(name);
      });
    case "google":
      return aiSdkModel(id, async () => {
        const { createGoogle } = await import("@ai-sdk/google");
        return createGoogle({ ...key, ...address })(name);
      });
  }
}

function requireName(id: string, name: string): void {
  if (name === "")
    throw new DejimaError("invalid_input", `Cannot use model "${id}": name it, such as "ollama:qwen3"`);
}
