import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Settings } from "../../config/load-config.ts";
import { type ModelConnections, modelConnections } from "../../config/places/model-connections.ts";
import { MODEL_PROVIDERS, type ModelProvider } from "../../contract/config-names.ts";
import { DejimaError } from "../../contract/error.ts";
import type { ChosenBy } from "../../contract/model-names.ts";
import {
  findOllama,
  keyVariableOf,
  type ProviderSettings,
  parseModelName,
  providerFrom,
} from "../../model/language/choose-model.ts";
import type { LanguageModel } from "../../model/language/language-model.ts";
import { openModel } from "../../model/language/open-model.ts";
import { PROVIDERS } from "../../model/language/providers.ts";
import {
  type ModelSources,
  type SettledModel,
  settledProvider,
  settleModel,
} from "../../model/language/settle-model.ts";
import { listModels, type ModelTrial, tryModel } from "../../model/language/try-model.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";

/**
 * How a person wants to reach a model. Omitted fields fall back to the stored ones, then to the provider's.
 */
export interface ModelSelection {
  readonly provider: ModelProvider;
  /** The model's name at the provider, or the path of a GGUF file. */
  readonly name?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** A provider to choose from. Its key is never part of this. */
export interface ProviderState {
  readonly provider: ModelProvider;
  readonly label: string;
  /** Where its key comes from. `undefined` without a key. */
  readonly keyFrom?: "config" | "user" | "environment";
  /** The environment variable that contains the key. */
  readonly keyVariable?: string;
  /** The address, if it is not the provider's own. */
  readonly baseUrl?: string;
  readonly defaultModel: string;
  readonly needsKey: boolean;
  /** The models of an Ollama found on this machine. */
  readonly found?: readonly string[];
}

/** Which model is in use, and which others are available. */
export interface ModelState {
  readonly id: string;
  readonly by: ChosenBy;
  /** Why the model cannot be used now. */
  readonly missing?: string;
  /** Where entered keys are stored. */
  readonly keysFile?: string;
  readonly providers: readonly ProviderState[];
}

/** The result of a test or a connection, with the models that the provider lists. */
export type ModelAnswer = ModelTrial & { readonly id: string; readonly models: readonly string[] };

/** The models of a runtime: which one answers, how others are connected, tested and chosen. */
export interface Models {
  /**
   * Opens the model to use. Opened again when the choice or a key has changed, here or in another process.
   */
  open(requested?: LanguageModel | string): Promise<LanguageModel>;
  state(): Promise<ModelState>;
  /** Requests a short answer from a model. Stores nothing. */
  test(request: ModelSelection): Promise<ModelAnswer>;
  /** Tests the model, stores key and address if it answers, and uses it from now on. */
  connect(request: ModelSelection): Promise<ModelAnswer>;
  /** Uses this model from now on. `undefined` returns the choice to config and environment. */
  use(name: string | undefined): Promise<void>;
  /** Deletes the key and the address entered for a provider. */
  disconnect(provider: ModelProvider): Promise<boolean>;
}

interface ModelsParts {
  readonly settings: Settings;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The caller's own model, or its name. */
  readonly model: LanguageModel | string | undefined;
  store(): Promise<Pick<Store, "documents">>;
  /** Redacts a secret from now on. */
  learnSecret(secret: string): void;
  redact(text: string): string;
}

const CHOICE = ["agent", "model"] as const;

/** Opens the models of a runtime. */
export function openModels({ settings, variables, model, store, learnSecret, redact }: ModelsParts): Models {
  const connections = modelConnections(variables);
  const { models } = settings.config;
  const opened = new Map<
    LanguageModel | string | undefined,
    { readonly as: string; readonly settled: Promise<SettledModel> }
  >();

  async function sources(): Promise<ModelSources> {
    const choice = await (await store()).documents.get(...CHOICE);
    return {
      models,
      variables,
      base: settings.base,
      connections: connections.read(),
      onKey: learnSecret,
      choice: typeof choice === "string" ? choice : undefined,
    };
  }

  async function settle(requested: LanguageModel | string | undefined): Promise<SettledModel> {
    const from = await sources();
    const as = JSON.stringify([from.choice, from.connections]);
    const cached = opened.get(requested);
    if (cached?.as === as) return cached.settled;
    for (const { apiKey } of Object.values(from.connections.providers)) if (apiKey) learnSecret(apiKey);
    const settled = settleModel(requested, from);
    opened.set(requested, { as, settled });
    settled.catch(() => opened.delete(requested));
    return settled;
  }

  async function openRequested(
    request: ModelSelection,
  ): Promise<{ settings: ProviderSettings; model: LanguageModel }> {
    const { provider, name = PROVIDERS[provider].defaultModel, apiKey, baseUrl } = request;
    if (apiKey !== undefined) learnSecret(apiKey);
    const known = settledProvider(provider, await sources());
    // A stored key is sent only to its own address. For another address it must be entered again.
    const elsewhere = baseUrl !== undefined && baseUrl !== known.baseUrl;
    const own: ProviderSettings = defined({
      apiKey: apiKey ?? (elsewhere ? undefined : known.apiKey),
      baseUrl: baseUrl ?? known.baseUrl,
    });
    checkAddress(own.baseUrl);
    if (provider === "local") checkFile(name);
    // Some servers have one model and list none: it answers to any name.
    const chosen = name === "" ? ((await listModels(provider, own))[0] ?? "default") : name;
    return { settings: own, model: await openModel({ provider, name: chosen }, own) };
  }

  async function test(request: ModelSelection): Promise<ModelAnswer> {
    const { settings: own, model: opening } = await openRequested(request);
    const [trial, listed] = await Promise.all([tryModel(opening), listModels(request.provider, own)]);
    const shown = trial.ok ? trial : { ...trial, detail: redact(trial.detail) };
    return { ...shown, id: idOf(request, opening), models: listed };
  }

  async function use(name: string | undefined): Promise<void> {
    if (name !== undefined) parseModelName(name);
    const { documents } = await store();
    if (name === undefined) await documents.delete(...CHOICE);
    else await documents.put(...CHOICE, name);
    // The choice also applies in other folders, if there is a user file to store it in.
    if (connections.file !== undefined) await connections.choose(name);
  }

  return {
    open: async (requested = model) => (await settle(requested)).model,
    async state() {
      const [{ model: used, by }, from] = await Promise.all([settle(model), sources()]);
      const ollama = await findOllama(settledProvider("ollama", from).baseUrl);
      return {
        id: used.id,
        by,
        ...defined({ missing: used.missing, keysFile: connections.file }),
        providers: MODEL_PROVIDERS.filter((each) => each !== "offline").map((provider) =>
          stateOf(provider, from, connections, provider === "ollama" ? ollama?.models : undefined),
        ),
      };
    },
    test,
    async connect(request) {
      const answer = await test(request);
      if (!answer.ok) return answer;
      const { provider } = request;
      const { settings: own } = await openRequested(request);
      const entered = request.apiKey !== undefined || request.baseUrl !== undefined;
      if (entered && provider !== "local" && provider !== "offline") await connections.connect(provider, own);
      await use(answer.id);
      return answer;
    },
    use,
    disconnect: (provider) => connections.forget(provider),
  };
}

// A file is identified by its path: the id of the opened model contains only its name.
function idOf({ provider, name = "" }: ModelSelection, { id }: LanguageModel): string {
  return provider === "local" ? name : id;
}

function stateOf(
  provider: ModelProvider,
  from: ModelSources,
  { read }: ModelConnections,
  found: readonly string[] | undefined,
): ProviderState {
  const { label, defaultModel, needsKey } = PROVIDERS[provider];
  const settled = settledProvider(provider, from);
  const configured = from.models.providers[provider]?.apiKey;
  const entered = read().providers[provider]?.apiKey;
  const keyFrom =
    settled.apiKey === undefined
      ? undefined
      : configured === settled.apiKey
        ? ("config" as const)
        : entered === settled.apiKey
          ? ("user" as const)
          : ("environment" as const);
  return {
    provider,
    label,
    defaultModel,
    needsKey: needsKey !== "never",
    ...defined({
      keyFrom,
      keyVariable: keyFrom === "environment" ? keyVariableOf(provider, from.variables) : undefined,
      baseUrl: settled.baseUrl ?? providerFrom(provider, from.variables).baseUrl,
      found,
    }),
  };
}

function checkAddress(address: string | undefined): void {
  if (address === undefined) return;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new DejimaError(
      "invalid_input",
      `Cannot use the address "${address.slice(0, 200)}": give one such as https://example.com/v1`,
    );
  if (url.username !== "" || url.password !== "")
    throw new DejimaError(
      "invalid_input",
      "Cannot use an address with a password in it: enter the key separately",
    );
}

function checkFile(name: string): void {
  if (isAbsolute(name) && /\.gguf$/i.test(name) && existsSync(name)) return;
  throw new DejimaError(
    "invalid_input",
    `Cannot use the model "${name.slice(0, 200)}": give the whole path of a .gguf file that is on this machine`,
    { model: name },
  );
}
