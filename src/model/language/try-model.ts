import type { ModelProvider } from "../../contract/config-names.ts";
import { DejimaError } from "../../contract/error.ts";
import type { ModelProblem } from "../../contract/model-names.ts";
import { trimEndOf } from "../../text/trim-end.ts";
import { fetchOnlyThere } from "./bounded-reply.ts";
import type { ProviderSettings } from "./choose-model.ts";
import { collectReply, type LanguageModel } from "./language-model.ts";
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
    return { ok: false, problem: problemOf(error), detail: reasonOf(error) };
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
  const { data, models } = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const listed = Array.isArray(data) ? data : Array.isArray(models) ? models : [];
  return listed.flatMap((each: unknown) => {
    if (typeof each !== "object" || each === null) return [];
    const name = "id" in each ? each.id : "name" in each ? each.name : undefined;
    return typeof name === "string" && name !== "" ? [name.replace(/^models\//, "").slice(0, 200)] : [];
  });
}

function problemOf({ code, message, details, cause }: DejimaError): ModelProblem {
  if (details.missing === "key") return "missing-key";
  const { status } = details;
  if (status === 401 || status === 403) return "wrong-key";
  // Some providers reject a key as a bad request.
  if (status === 400 && /api.?key/i.test(message)) return "wrong-key";
  if (status === 402 || (status === 429 && /quota|billing|credit/i.test(message))) return "out-of-quota";
  if (status === 404) return /model/i.test(message) ? "no-such-model" : "wrong-address";
  if (status === 429 || status === 529 || (typeof status === "number" && status >= 500)) return "busy";
  if (status === undefined && code === "server_unavailable" && isUnreachable(cause)) return "no-server";
  if (status === undefined && /broke off|JSON|redirect/i.test(message)) return "wrong-address";
  return code === "invalid_input" && /model/i.test(message) ? "no-such-model" : "other";
}

const UNREACHABLE =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ECONNRESET|EHOSTUNREACH|ENETUNREACH|CERT|fetch failed|Cannot connect|Invalid URL/i;

function isUnreachable(cause: unknown): boolean {
  for (let held = cause, depth = 0; held instanceof Error && depth < 4; held = held.cause, depth++) {
    const code = "code" in held ? String(held.code) : "";
    if (/redirect/i.test(held.message)) return false;
    if (UNREACHABLE.test(code) || UNREACHABLE.test(held.message)) return true;
  }
  return false;
}

// The provider's own message, without ours around it.
function reasonOf({ message, details }: DejimaError): string {
  const lead = `Cannot get an answer from ${String(details.model)}: `;
  return (message.startsWith(lead) ? message.slice(lead.length) : message).slice(0, 500);
}
