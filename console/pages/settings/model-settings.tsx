import { useConsole } from "../../core/console-context.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { ConnectModel } from "../../parts/model/connect-model.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { modelChipWords } from "../../words/model-chip.ts";
import { modelWords } from "../../words/models.ts";
import { settingsWords } from "../../words/settings.ts";

/** The model in use, and how to connect another. */
export function ModelSettings() {
  const { api, model, notices } = useConsole();
  const report = useReport();
  const say = useWords(settingsWords);
  const sayModel = useWords(modelWords);
  const sayChip = useWords(modelChipWords);
  const automatic = async () => {
    try {
      await api.send("PUT", "/api/model", { body: { name: null } });
      await model.reload();
      notices.show("done", sayModel("done", { model: model.now.value?.id ?? "" }));
    } catch (error) {
      report(error);
    }
  };
  return (
    <section class="card padded" aria-label={say("model")}>
      <h2>{say("model")}</h2>
      <NeedsRole needed="admin">
        <p class="soft small">{sayChip("lead")}</p>
        <ConnectModel key={model.now.value?.id} />
        <div class="actions">
          <Button onClick={() => void automatic()}>{sayModel("automatic")}</Button>
        </div>
      </NeedsRole>
    </section>
  );
}
