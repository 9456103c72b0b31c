import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { settingsWords } from "../../words/settings.ts";

/** The model that answers, and the choice of another. */
export function ModelSettings() {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(settingsWords);
  const field = useId();
  const model = useData(() => api.get("/api/model"), [api]);
  const name = useSignal("");
  const busy = useSignal(false);
  const save = async () => {
    busy.value = true;
    const wanted = name.value.trim();
    try {
      await api.send("PUT", "/api/model", { body: { name: wanted === "" ? null : wanted } });
      notices.show("done", say("modelSaved"));
    } catch (error) {
      report(error);
    }
    busy.value = false;
  };
  return (
    <section class="card padded" aria-label={say("model")}>
      <h2>{say("model")}</h2>
      <LoadedView data={model}>
        {({ id, offline }) => (
          <p class="small">
            {say("modelNow")}: <code>{id}</code>
            {offline ? <span class="soft"> · {say("modelOffline")}</span> : null}
          </p>
        )}
      </LoadedView>
      <NeedsRole needed="admin">
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <div class="field">
            <label for={field}>{say("modelName")}</label>
            <input
              id={field}
              class="input mono"
              autocomplete="off"
              spellcheck={false}
              placeholder="provider:name"
              value={name.value}
              onInput={(event) => {
                name.value = event.currentTarget.value;
              }}
            />
            <span class="hint">{say("modelHint")}</span>
          </div>
          <div class="actions">
            <Button type="submit" busy={busy.value}>
              {say("modelSave")}
            </Button>
          </div>
        </form>
      </NeedsRole>
    </section>
  );
}
