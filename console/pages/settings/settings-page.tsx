import { useWords } from "../../core/words.ts";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { settingsWords } from "../../words/settings.ts";
import { AccessSettings } from "./access-settings.tsx";
import { AppearanceSettings } from "./appearance-settings.tsx";
import { ConfigView } from "./config-view.tsx";
import { ConnectedApps } from "./connected-apps.tsx";
import { ModelSettings } from "./model-settings.tsx";
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
