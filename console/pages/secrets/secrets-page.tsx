import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { secretsWords } from "../../words/secrets.ts";
import { SecretForm } from "./secret-form.tsx";
import { SecretItem } from "./secret-item.tsx";

/** The secrets that tools use without seeing them. */
export function SecretsPage() {
  const say = useWords(secretsWords);
  return (
    <div class="page">
      <NeedsRole needed="admin">
        <Secrets />
      </NeedsRole>
      {useMay("admin") ? null : <h1 class="only-heard">{say("title")}</h1>}
    </div>
  );
}

function Secrets() {
  const { api } = useConsole();
  const say = useWords(secretsWords);
  const secrets = useData(async () => (await api.get("/api/secrets")).secrets, [api]);
  const adding = useFlag();
  const reload = () => void secrets.reload();
  return (
    <>
      <PageHead title={say("title")} lead={say("lead")}>
        <Button kind="main-action" icon="plus" onClick={adding.turnOn}>
          {say("add")}
        </Button>
      </PageHead>
      <LoadedView data={secrets}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="key" title={say("emptyTitle")}>
              <p>{say("emptyBody")}</p>
            </EmptyState>
          ) : (
            <ul class="rows">
              {list.map((secret) => (
                <li key={secret.name}>
                  <SecretItem secret={secret} onChange={reload} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
      {adding.on ? <SecretForm onSaved={reload} onClose={adding.turnOff} /> : null}
    </>
  );
}
