import { resolve } from "node:path";
import type { ModelProvider } from "../../contract/config-names.ts";
import type { ChosenBy } from "../../contract/model-names.ts";
import { defined } from "../../support/defined.ts";
import { trimEndOf } from "../../text/text-end.ts";
import { chooseModel, type ProviderSettings, parseModelName, providerFrom } from "./choose-model.ts";
import type { LanguageModel } from "./language-model.ts";
import { openModel } from "./open-model.ts";
import { PROVIDERS } from "./providers.ts";
import { fallingBack, retrying } from "./retrying-model.ts";

/** The keys of `models` in dejima.yaml that decide which model is used. */
interface ModelsConfig {
  readonly default?: string | undefined;
  readonly fallbacks: readonly string[];
  readonly attempts: number;
  readonly providers: Partial<Readonly<Record<ModelProvider, ProviderSettings>>>;
}

/** Everything that decides about models, besides the caller. */
export interface ModelSources {
  readonly models: ModelsConfig;
  /** The base of relative paths of model files. */
  readonly base: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The model chosen in this home. */
  readonly choice: string | undefined;
  /** The user's entries: keys with the address of each, and the model they chose last. */
  readonly connections: {
    readonly chosen?: string | undefined;
    readonly providers: Partial<Readonly<Record<ModelProvider, ProviderSettings>>>;
  };
  /** Receives each key in use, so that it can be redacted. */
  onKey?(key: string): void;
}

/** A model, and what decided that it is used. */
export interface SettledModel {
  readonly model: LanguageModel;
  readonly by: ChosenBy;
}

const FIRST_WAIT_MS = 500;

/**
 * Opens the first available model of: the requested one, the one chosen in this home, the config's, the one that
 * the user chose last, the one that the environment has a key for. All but the last have the config's fallbacks.
 */
export async function settleModel(
  requested: LanguageModel | string | undefined,
  sources: ModelSources,
): Promise<SettledModel> {
  if (typeof requested === "object") return { model: requested, by: "caller" };
  const { models, variables, choice, connections } = sources;
  const retry = { attempts: models.attempts, firstWaitMs: FIRST_WAIT_MS };
  const [by, chosen] = (
    [
      ["caller", requested],
      ["home", choice],
      ["config", models.default],
      ["user", connections.chosen],
    ] as const
  ).find(([, name]) => name !== undefined) ?? ["config", undefined];
  const names = [...(chosen === undefined ? [] : [chosen]), ...models.fallbacks];
  const named = await Promise.all(names.map((name) => openNamed(name, sources)));
  const [first, ...rest] = named.map((model) => retrying(model, retry));
  if (first !== undefined) return { model: fallingBack([first, ...rest]), by };
  const found = await chooseModel(variables, models.providers.ollama?.baseUrl);
  const model = await openModel(found, settledProvider(found.provider, sources, found));
  return {
    model: retrying(model, retry),
    by: found.provider === "offline" ? "default" : "environment",
  };
}

/** Opens a model by name, with its key and address. It makes one attempt; callers wrap it to retry. */
function openNamed(text: string, sources: ModelSources): Promise<LanguageModel> {
  const name = parseModelName(text);
  if (name.provider === "local") return openModel({ ...name, name: resolve(sources.base, name.name) }, {});
  const settings = settledProvider(name.provider, sources);
  if (settings.apiKey !== undefined) sources.onKey?.(settings.apiKey);
  return openModel(name, settings);
}

/**
 * How a provider is reached: by the config, else by the user's connection, else by the environment. The
 * config's address always applies, and a key that the user entered goes only to the address it was entered
 * for.
 */
export function settledProvider(
  provider: ModelProvider,
  { models, connections, variables }: Pick<ModelSources, "models" | "connections" | "variables">,
  found: ProviderSettings = providerFrom(provider, variables),
): ProviderSettings {
  const configured = models.providers[provider];
  const entered = connections.providers[provider];
  const elsewhere =
    configured?.baseUrl !== undefined && placeOf(provider, configured) !== placeOf(provider, entered);
  const own = entered === undefined || elsewhere || configured?.apiKey !== undefined ? found : entered;
  return defined({
    apiKey: configured?.apiKey ?? own.apiKey,
    baseUrl: configured?.baseUrl ?? own.baseUrl,
  });
}

function placeOf(provider: ModelProvider, settings: ProviderSettings | undefined): string {
  return trimEndOf(settings?.baseUrl ?? PROVIDERS[provider].address ?? "", /\//);
}
