import { resolve } from "node:path";
import { errorText, type Language, message } from "../../../contract/words/messages.ts";
import type { ModelAnswer, ModelSelection, ModelState, ProviderState, Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { MODEL_PROBLEM_WORDS } from "../../../text/model-problem-words.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { CommandContext } from "../command.ts";
import { displayWidth } from "../terminal/display-width.ts";

/** What the guided step needs of a command's context. */
type Person = Pick<CommandContext, "terminal" | "signal" | "output" | "cwd">;

interface ConnectOptions {
  readonly language: Language;
  /** What is already known. The rest is asked for. */
  readonly prefilled?: Partial<ModelSelection>;
}

const MAX_LISTED_MODELS = 8;

/** The providers that can be connected, numbered. */
export function providerLines({ providers }: ModelState, language: Language): string[] {
  const labels = providers.map((each) => labelOf(each, language));
  const width = Math.max(...labels.map(displayWidth));
  return providers.map((each, at) => {
    const label = labels[at] ?? "";
    return `  ${at + 1}  ${label}${" ".repeat(width - displayWidth(label))}  ${providerStatus(each, language)}`.trimEnd();
  });
}

/** The name of a provider, or in the person's language what it is. */
function labelOf({ provider, label }: ProviderState, language: Language): string {
  if (provider === "compatible") return message("compatibleServer", language);
  return provider === "local" ? message("modelFile", language) : label;
}

/** The provider with a number of that list, or a name: `2`, `anthropic`, `Google Gemini`. */
export function providerAt({ providers }: ModelState, choice: string): ProviderState | undefined {
  if (/^\d+$/.test(choice)) return providers[Number(choice) - 1];
  const named = choice.toLowerCase();
  return providers.find(({ provider, label }) => [provider, label.toLowerCase()].includes(named));
}

/**
 * Asks for provider, key and address, tests the model, and explains what is wrong until it answers. Returns
 * `undefined` if the person leaves.
 */
export async function connectModel(
  person: Person,
  runtime: Runtime,
  { language, prefilled = {} }: ConnectOptions,
): Promise<ModelAnswer | undefined> {
  const tell = (text: string) => person.output.note(visibleText(text));
  const state = await runtime.models.state();
  if (prefilled.provider === undefined) tell(message("modelNow", language, { model: state.id }));
  const provider = prefilled.provider ?? (await askProvider(person, state, language))?.provider;
  if (provider === undefined) return undefined;
  const chosen = state.providers.find((each) => each.provider === provider);
  for (let known: ModelSelection = { ...prefilled, provider }; ; ) {
    const details = await askDetails(person, known, { language, state: chosen });
    if (details === undefined) return undefined;
    tell(message("testingModel", language, { model: details.name ?? providerName(details, chosen) }));
    const answer = await runtime.models.connect(details);
    if (answer.ok) {
      tell(message("modelConnected", language, { model: answer.id }));
      if (details.apiKey !== undefined && state.keysFile !== undefined)
        tell(message("keyKept", language, { file: state.keysFile }));
      return answer;
    }
    tell(modelProblemText(answer, language));
    // Ask again only for the value that was wrong.
    const { apiKey: _wrong, ...without } = details;
    if (answer.problem === "wrong-key" || answer.problem === "missing-key") known = without;
    else if (answer.problem === "no-such-model") {
      const name = await askLine(person, message("askModelName", language, { models: named(answer.models) }));
      if (!name) return undefined;
      known = { ...details, name };
    } else known = { ...prefilled, provider };
  }
}

function providerStatus(
  { provider, keyFrom, keyVariable, needsKey, found, baseUrl }: ProviderState,
  language: Language,
) {
  if (provider === "ollama")
    return found === undefined
      ? message("ollamaNone", language)
      : message("ollamaFound", language, { models: named(found) });
  if (keyFrom === "environment") return message("keyFound", language, { place: keyVariable ?? "" });
  if (keyFrom !== undefined || (provider === "compatible" && baseUrl !== undefined))
    return `${message("keyStored", language)}${baseUrl === undefined ? "" : ` (${baseUrl})`}`;
  return needsKey ? message("keyNeeded", language) : "";
}

/** The name of a provider for the person. A server is called by its address. */
function providerName(
  {
    provider,
    baseUrl,
  }: { readonly provider: ModelSelection["provider"]; readonly baseUrl?: string | undefined },
  state: ProviderState | undefined,
): string {
  if (provider !== "compatible" || baseUrl === undefined) return state?.label ?? provider;
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

function named(models: readonly string[]): string {
  return `${models.slice(0, MAX_LISTED_MODELS).join(", ")}${models.length > MAX_LISTED_MODELS ? ", …" : ""}`;
}

async function askProvider(
  { terminal, signal }: Person,
  state: ModelState,
  language: Language,
): Promise<ProviderState | undefined> {
  const answer = await terminal.ask<ProviderState | "leave">(
    {
      text: [message("chooseModel", language), ...providerLines(state, language)].join("\n"),
      prompt: () => message("modelNumber", language),
      hint: message("modelNumberHint", language),
      leavable: true,
      read: (line) => (line.trim() === "" ? "leave" : providerAt(state, line.trim())),
    },
    { signal },
  );
  return answer === "leave" ? undefined : answer;
}

async function askDetails(
  person: Person,
  request: ModelSelection,
  { language, state }: { readonly language: Language; readonly state: ProviderState | undefined },
): Promise<ModelSelection | undefined> {
  const { provider } = request;
  if (provider === "local" && request.name === undefined) {
    const file = await askLine(person, message("askFile", language));
    return file ? { ...request, name: resolve(person.cwd, file) } : undefined;
  }
  let { baseUrl, apiKey } = request;
  if (provider === "compatible" && baseUrl === undefined) {
    baseUrl = (await askLine(person, message("askAddress", language))) || state?.baseUrl;
    if (baseUrl === undefined) return undefined;
  }
  if (apiKey === undefined && provider !== "ollama" && provider !== "local") {
    const entered = await askLine(
      person,
      message("askKey", language, { provider: providerName({ provider, baseUrl }, state) }),
      true,
    );
    if (entered === undefined) return undefined;
    if (entered !== "") apiKey = entered;
    else if (state?.needsKey === true && state.keyFrom === undefined && baseUrl === undefined)
      return undefined;
  }
  return {
    ...request,
    ...defined({ baseUrl, apiKey }),
  };
}

/** Reads one line from the person. `undefined` for Ctrl-D. */
function askLine({ terminal, signal }: Person, prompt: string, secret = false): Promise<string | undefined> {
  return terminal.ask(
    { text: "", prompt: () => prompt, hint: "", secret, leavable: true, read: (line) => line.trim() },
    { signal },
  );
}

/** What a chosen model still needs. */
export function missingText(missing: string, language: Language): string {
  return errorText({ code: "server_unavailable", message: missing }, language);
}

/** Why a model cannot be used, in plain words, with the provider's own message below. */
export function modelProblemText(answer: Extract<ModelAnswer, { ok: false }>, language: Language): string {
  return `${MODEL_PROBLEM_WORDS[answer.problem][language]}\n  ${answer.detail}`;
}
