import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { aiSdkModel } from "./ai-sdk-model.ts";
import { fetchOnlyThere, type ReplyTimeouts } from "./bounded-reply.ts";
import type { ModelName, ProviderSettings } from "./choose-model.ts";
import type { LanguageModel } from "./language-model.ts";
import { takenMedia } from "./media.ts";
import { PROVIDERS } from "./providers.ts";
import { transcribeAt } from "./transcribe.ts";

/** Opens a model by name. The provider's package is loaded with the first request. */
export async function openModel(
  model: ModelName,
  settings: ProviderSettings,
  { patience }: { readonly patience?: ReplyTimeouts } = {},
): Promise<LanguageModel> {
  const { provider, name } = model;
  const { baseUrl, apiKey } = settings;
  const id = `${provider}:${name}`;
  const missing = missingKey(model, settings);
  if (missing !== undefined) return unusable(id, missing);
  const key = defined({ apiKey });
  const address = { baseURL: baseUrl ?? PROVIDERS[provider].address ?? "", fetch: fetchOnlyThere };
  const takes = takenMedia(provider, name);
  switch (provider) {
    case "offline":
      return (await import("./offline/offline-model.ts")).createOfflineModel();
    case "local":
      requireName(id, name);
      return (await import("./local-model.ts")).createLocalModel(name);
    case "openai":
    case "compatible":
    case "ollama":
      requireName(id, name);
      if (address.baseURL === "") throw noAddress(id);
      return {
        transcribe: transcribeAt(provider, { ...settings, baseUrl: address.baseURL }),
        ...aiSdkModel(
          id,
          async () => {
            const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
            return createOpenAICompatible({ name: provider, includeUsage: true, ...address, ...key })(name);
          },
          takes,
          patience,
        ),
      };
    case "anthropic":
      return aiSdkModel(
        id,
        async () => {
          const { createAnthropic } = await import("@ai-sdk/anthropic");
          return createAnthropic({ ...key, ...address })(name);
        },
        takes,
        patience,
      );
    case "google":
      return aiSdkModel(
        id,
        async () => {
          const { createGoogle } = await import("@ai-sdk/google");
          return createGoogle({ ...key, ...address })(name);
        },
        takes,
        patience,
      );
  }
}

function missingKey({ provider }: ModelName, { apiKey = "", baseUrl }: ProviderSettings): string | undefined {
  const { label, needsKey, address, keyVariables } = PROVIDERS[provider];
  const elsewhere = baseUrl !== undefined && baseUrl !== address;
  if (apiKey !== "" || needsKey === "never" || (needsKey === "at-home" && elsewhere)) return undefined;
  return `There is no key for ${label}. \`dejima model connect ${provider}\` asks for one; ${keyVariables[0]} in the environment works, too`;
}

// Fails with the first request, at once: a retry cannot help.
function unusable(id: string, missing: string): LanguageModel {
  return {
    id,
    missing,
    // biome-ignore lint/correctness/useYield: nothing comes before the error
    async *stream() {
      throw new DejimaError("server_unavailable", `Cannot use ${id}: ${missing}`, {
        model: id,
        retry: false,
        missing: "key",
      });
    },
  };
}

function noAddress(id: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot use model "${id}": its address is not known. \`dejima model connect compatible --base-url URL\` stores it`,
  );
}

function requireName(id: string, name: string): void {
  if (name === "")
    throw new DejimaError("invalid_input", `Cannot use model "${id}": name it, such as "ollama:qwen3"`);
}
