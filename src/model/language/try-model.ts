import type { ModelProvider } from "../../contract/config-names.ts";
import { DejimaError } from "../../contract/error.ts";
import type { ModelProblem } from "../../contract/model-names.ts";
import { fieldsOf } from "../../text/record.ts";
import { trimEndOf } from "../../text/text-end.ts";
import { fetchOnlyThere } from "./bounded-reply.ts";
import type { ProviderSettings } from "./choose-model.ts";
import { collectReply, type LanguageModel } from "./language-model.ts";
import { modelProblemOf } from "./model-problem.ts";
import { PROVIDERS } from "./providers.ts";

/** The result of a live test of a model. */
export type ModelTrial =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: ModelProblem; readonly detail: string };

const TRIAL_TIMEOUT_MS = 30_000;
const MAX_LISTED_MODELS = 200;

/** Requests one short answer from a model. */
export async function tryModel(
  model: LanguageModel,
  {
    signal,
    patienceMs = TRIAL_TIMEOUT_MS,
  }: { readonly signal?: AbortSignal; readonly patienceMs?: number } = {},
): Promise<ModelTrial> {
  const late = AbortSignal.timeout(patienceMs);
  const until = signal === undefined ? late : AbortSignal.any([late, signal]);
  try {
    await collectReply(
      model.stream(
        {
          system: "",
          messages: [{ role: "user", text: "Reply with the word OK." }],
          tools: [],
          toolChoice: "none",
        },
        { signal: until },
      ),
    );
    return { ok: true };
  } catch (error) {
    if (late.aborted)
      return { ok: false, problem: "too-slow", detail: `No answer in ${patienceMs / 1000} s` };
    if (!(error instanceof DejimaError)) throw error;
    return { ok: false, problem: modelProblemOf(error), detail: reasonOf(error) };
  }
}

/** The names of a provider's models, if it lists them. */
export async function listModels(
  provider: ModelProvider,
  { apiKey = "", baseUrl }: ProviderSettings,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<string[]> {
  const address = trimEndOf(baseUrl ?? PROVIDERS[provider].address ?? "", /\//);
  if (address === "") return [];
  const late = AbortSignal.timeout(10_000);
  try {
    const answer = await fetchOnlyThere(`${address}/models`, {
      headers: headersOf(provider, apiKey),
      signal: signal === undefined ? late : AbortSignal.any([late, signal]),
    });
    return answer.ok ? namesIn(await answer.json()).slice(0, MAX_LISTED_MODELS) : [];
  } catch {
    return [];
  }
}

function headersOf(provider: ModelProvider, apiKey: string): Record<string, string> {
  if (apiKey === "") return {};
  if (provider === "anthropic") return { "x-api-key": apiKey, "anthropic-version": "2023-06-01" };
  if (provider === "google") return { "x-goog-api-key": apiKey };
  return { authorization: `Bearer ${apiKey}` };
}

// OpenAI, Anthropic and compatible servers list `data` with ids; Google lists `models` with names.
function namesIn(body: unknown): string[] {
  const { data, models } = fieldsOf(body);
  const listed = Array.isArray(data) ? data : Array.isArray(models) ? models : [];
  return listed.flatMap((each: unknown) => {
    if (typeof each !== "object" || each === null) return [];
    const name = "id" in each ? each.id : "name" in each ? each.name : undefined;
    return typeof name === "string" && name !== "" ? [name.replace(/^models\//, "").slice(0, 200)] : [];
  });
}

// The provider's own message, without ours around it and the advice behind it.
function reasonOf({ message, details }: DejimaError): string {
  const lead = `Cannot get an answer from ${String(details.model)}: `;
  const reason = message.startsWith(lead) ? message.slice(lead.length) : message;
  return reason.replace(/\. Check the [^.]+$/, "").slice(0, 500);
}
