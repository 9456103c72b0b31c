import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { isRecord } from "../../text/record.ts";
import { trimEndOf } from "../../text/text-end.ts";
import { aiSdkModel } from "./ai-sdk-model.ts";
import { fetchOnlyThere, type ReplyTimeouts } from "./bounded-reply.ts";
import type { ModelName, ProviderSettings } from "./choose-model.ts";
import type { LanguageModel } from "./language-model.ts";
import { acceptedMedia, type ModelFile } from "./media.ts";
import { PROVIDERS } from "./providers.ts";
import { listModels } from "./try-model.ts";

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
  const takes = acceptedMedia(provider, name);
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

/** Transcribes a recording. */
type Transcribe = NonNullable<LanguageModel["transcribe"]>;

/** Names of models that transcribe speech. */
const TRANSCRIBING_MODELS = /whisper|transcri|asr\b|voxtral|parakeet|sensevoice/i;
const DEFAULT_MODEL = "whisper-1";
const REQUEST_TIMEOUT_MS = 120_000;
const MAX_TRANSCRIPT_LENGTH = 100_000;
const MAX_CACHED_TRANSCRIPTS = 20;

/**
 * Transcribes at the provider that answers the messages, by the endpoint `/audio/transcriptions` of OpenAI's
 * API: no recording goes to anybody else. A recording is sent once, even if it is part of many rounds.
 */
function transcribeAt(
  provider: "openai" | "compatible" | "ollama",
  settings: ProviderSettings & { readonly baseUrl: string },
): Transcribe {
  const known = new Map<string, Promise<string>>();
  return (file, { signal }) => {
    const key = sha256(file.content);
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const made = transcribe(file);
    made.catch(() => known.delete(key));
    if (known.size >= MAX_CACHED_TRANSCRIPTS) known.delete([...known.keys()][0] ?? "");
    known.set(key, made);
    return made;

    async function transcribe({ name, mediaType, content }: ModelFile): Promise<string> {
      const until = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
      const models = await listModels(provider, settings, { signal: until });
      const form = new FormData();
      form.set("model", models.find((model) => TRANSCRIBING_MODELS.test(model)) ?? DEFAULT_MODEL);
      form.set("response_format", "json");
      form.set("file", new Blob([new Uint8Array(content)], { type: mediaType }), name);
      const { apiKey = "" } = settings;
      try {
        const answer = await fetchOnlyThere(`${trimEndOf(settings.baseUrl, /\//)}/audio/transcriptions`, {
          method: "POST",
          headers: apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` },
          body: form,
          signal: until,
        });
        const body: unknown = answer.ok ? await answer.json() : undefined;
        if (isRecord(body) && typeof body.text === "string")
          return body.text.trim().slice(0, MAX_TRANSCRIPT_LENGTH);
        throw new Error(answer.ok ? "the answer contains no text" : `the provider answers ${answer.status}`);
      } catch (cause) {
        throw new DejimaError(
          "server_unavailable",
          `Cannot transcribe "${name}": ${thrownText(cause)}`,
          {},
          { cause },
        );
      }
    }
  };
}
