import { resolve } from "node:path";
import type { ModelProvider } from "../../contract/config-names.ts";
import { chooseModel, type ProviderSettings, parseModelName, providerFrom } from "./choose-model.ts";
import type { LanguageModel } from "./language-model.ts";
import { openModel } from "./open-model.ts";
import { fallingBack, retrying } from "./retrying-model.ts";

/** The keys of `models` in dejima.yaml that decide which model is used. */
interface ModelsConfig {
  readonly default?: string | undefined;
  readonly fallbacks: readonly string[];
  readonly attempts: number;
  readonly providers: Partial<Readonly<Record<ModelProvider, ProviderSettings>>>;
}

/** Where the choice of `dejima model use` is stored. */
interface ModelChoices {
  readonly documents: {
    get(collection: string, key: string): Promise<unknown>;
    put(collection: string, key: string, value: unknown): Promise<void>;
    delete(collection: string, key: string): Promise<boolean>;
  };
}

interface ModelSources {
  readonly models: ModelsConfig;
  /** What paths of model files are relative to. */
  readonly base: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  store(): Promise<ModelChoices>;
}

const CHOICE = ["agent", "model"] as const;
const FIRST_WAIT_MS = 500;

/**
 * Opens the model to use: the given one, else the one `dejima model use` stored, else the config's with its fallbacks, else
 * whichever the environment has a key for.
 */
export async function settleModel(
  given: LanguageModel | string | undefined,
  sources: ModelSources,
): Promise<LanguageModel> {
  if (typeof given === "object") return given;
  const { models, variables, store } = sources;
  const retry = { attempts: models.attempts, firstWaitMs: FIRST_WAIT_MS };
  const chosen = given ?? (await (await store()).documents.get(...CHOICE)) ?? models.default;
  const names = [...(typeof chosen === "string" ? [chosen] : []), ...models.fallbacks];
  const named = await Promise.all(names.map((name) => openNamed(name, sources)));
  const [first, ...rest] = named.map((model) => retrying(model, retry));
  if (first !== undefined) return fallingBack([first, ...rest]);
  const choice = await chooseModel(variables, models.providers.ollama?.baseUrl);
  // What the config says of a provider holds, however the provider was chosen: a key goes nowhere else.
  return retrying(await openModel(choice, settled(models.providers[choice.provider], choice)), retry);
}

/** Stores the name of the model to use from now on. `undefined` gives the choice back to config and environment. */
export async function rememberModel(name: string | undefined, { documents }: ModelChoices): Promise<void> {
  if (name === undefined) await documents.delete(...CHOICE);
  else {
    parseModelName(name);
    await documents.put(...CHOICE, name);
  }
}

function openNamed(text: string, { models, base, variables }: ModelSources): Promise<LanguageModel> {
  const name = parseModelName(text);
  const known = models.providers[name.provider];
  const found = providerFrom(name.provider, variables);
  if (name.provider === "local") return openModel({ ...name, name: resolve(base, name.name) }, {});
  return openModel(name, settled(known, found));
}

/** What the config says of a provider, and where it says nothing, what was found. */
function settled(known: ProviderSettings | undefined, found: ProviderSettings): ProviderSettings {
  return { apiKey: known?.apiKey ?? found.apiKey, baseUrl: known?.baseUrl ?? found.baseUrl };
}
