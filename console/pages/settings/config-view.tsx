import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { JsonBlock } from "../../parts/json-block.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { settingsWords } from "../../words/settings.ts";

/** The config that holds. */
export function ConfigView() {
  const { api } = useConsole();
  const say = useWords(settingsWords);
  const config = useData(() => api.get<unknown>("/api/config"), [api]);
  return (
    <section class="stack">
      <h2>{say("config")}</h2>
      <p class="soft small">{say("configLead")}</p>
      <LoadedView data={config}>{(value) => <JsonBlock value={value} />}</LoadedView>
    </section>
  );
}
