import { useConsole } from "../../core/console-context.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { ConnectModel } from "../../parts/model/connect-model.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { modelChipWords } from "../../words/model-chip.ts";
import { modelWords } from "../../words/models.ts";
import { settingsWords } from "../../words/settings.ts";
import { AccessSettings } from "./access-settings.tsx";
import { AppearanceSettings } from "./appearance-settings.tsx";
import { ConfigView } from "./config-view.tsx";
import { ConnectedApps } from "./connected-apps.tsx";
import { TeamHistory } from "./team-history.tsx";

/** All settings. */
export function SettingsPage() {
  const say = useWords(settingsWords);
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")} />
      <div class="split">
        <AppearanceSettings />
        <AccessSettings />
      </div>
      <ModelSettings />
      <NeedsRole needed="user">
        <ConnectedApps />
      </NeedsRole>
      <NeedsRole needed="admin">
        <ConfigView />
        <TeamHistory />
      </NeedsRole>
      <section class="stack">
        <h2>{say("api")}</h2>
        <p class="soft">
          {say("apiLead")} <a href="/openapi.json">/openapi.json</a>
        </p>
      </section>
    </div>
  );
}

/** The model in use, and how to connect another. */
function ModelSettings() {
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
        <ConnectModel />
        <div class="actions">
          <Button onClick={() => void automatic()}>{sayModel("automatic")}</Button>
        </div>
      </NeedsRole>
    </section>
  );
}
