import type { Answer } from "../../core/api-calls.ts";
import { useWords } from "../../core/words.ts";
import { modelWords } from "../../words/models.ts";

/** Which model is in use, and which others are available. */
export type ModelState = Answer<"get", "/api/models">;

/** A provider that can be connected. */
export type Provider = ModelState["providers"][number];

/** A card for each provider: its name, and its connection state. */
export function ProviderCards({
  providers,
  onChoose,
}: {
  readonly providers: readonly Provider[];
  onChoose(provider: Provider): void;
}) {
  const label = useProviderLabel();
  const status = useProviderStatus();
  return (
    <ul class="providers">
      {providers.map((each) => (
        <li key={each.provider}>
          <button type="button" onClick={() => onChoose(each)}>
            <strong>{label(each)}</strong>
            <span class="soft small">{status(each)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The display name of a provider. */
export function useProviderLabel(): (provider: Provider) => string {
  const say = useWords(modelWords);
  return ({ provider, label }) => (provider === "compatible" || provider === "local" ? say(provider) : label);
}

function useProviderStatus(): (provider: Provider) => string {
  const say = useWords(modelWords);
  return ({ provider, keyFrom, keyVariable = "", needsKey, found }) => {
    if (provider === "ollama")
      return found === undefined
        ? say("ollamaNone")
        : say("ollamaHere", { models: found.slice(0, 3).join(", ") });
    if (keyFrom === "environment") return say("keyInEnvironment", { name: keyVariable });
    if (keyFrom !== undefined) return say("connected");
    if (provider === "compatible") return say("compatibleHint");
    return provider === "local" ? say("localHint") : needsKey ? say("needsKey") : "";
  };
}
