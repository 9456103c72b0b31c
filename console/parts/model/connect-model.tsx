import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { modelStateWords } from "../../words/model-states.ts";
import { modelWords } from "../../words/models.ts";
import { Explained } from "../explained.tsx";
import { LoadedView } from "../loaded-view.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { type Provider, ProviderCards, useProviderLabel } from "./provider-cards.tsx";

export interface ConnectModelProps {
  /** Shows only the choice, without the model in use. */
  readonly brief?: boolean;
  onConnected?(): void;
}

/** Connects a model in two steps: the provider, then the key. */
export function ConnectModel({ brief = false, onConnected = () => {} }: ConnectModelProps) {
  const { api, model } = useConsole();
  const say = useWords(modelWords);
  const sayState = useWords(modelStateWords);
  const label = useProviderLabel();
  const chosen = useSignal<Provider | undefined>(undefined);
  const state = useData(() => api.get("/api/models"), [api]);
  const current = model.now.value?.id;
  const before = useRef(current);
  useEffect(() => {
    // The first id that becomes known is no change: the list is loaded or on its way.
    if (before.current !== undefined && before.current !== current) void state.reload();
    before.current = current;
  }, [current]);
  const provider = chosen.value;
  if (provider !== undefined)
    return (
      <div class="stack">
        <h3>{label(provider)}</h3>
        <ConnectForm
          provider={provider}
          onBack={() => {
            chosen.value = undefined;
          }}
          onConnected={() => {
            chosen.value = undefined;
            void model.reload();
            void state.reload();
            onConnected();
          }}
        />
      </div>
    );
  return (
    <LoadedView data={state}>
      {({ id, by, missing, keysFile, providers }) => (
        <div class="stack">
          {brief ? null : (
            <p class="small">
              {say("now")}: <code>{id}</code> <span class="soft">· {sayState(`by-${by}`)}</span>
            </p>
          )}
          {missing === undefined ? null : (
            <div class="small">
              <Explained text={missing} />
            </div>
          )}
          <ProviderCards
            providers={providers}
            onChoose={(next) => {
              chosen.value = next;
            }}
          />
          {brief || keysFile === undefined ? null : (
            <p class="faint small">{say("storedIn", { file: keysFile })}</p>
          )}
        </div>
      )}
    </LoadedView>
  );
}
