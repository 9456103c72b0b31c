import { DejimaError } from "../../contract/error.ts";
import { isRecord } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { trimEndOf } from "../../text/trim-end.ts";
import { fetchOnlyThere } from "./bounded-reply.ts";
import type { ProviderSettings } from "./choose-model.ts";
import type { LanguageModel } from "./language-model.ts";
import type { ModelFile } from "./media.ts";
import { listModels } from "./try-model.ts";

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
export function transcribeAt(
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
        throw new Error(answer.ok ? "the answer holds no text" : `the provider answers ${answer.status}`);
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
