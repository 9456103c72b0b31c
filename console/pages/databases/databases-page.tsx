import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { Note } from "../../parts/note.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { databasesWords } from "../../words/databases.ts";
import { DatabaseCard } from "./database-card.tsx";
import { DatabaseForm } from "./database-form.tsx";

/** The databases that the sql tools may use. */
export function DatabasesPage() {
  const say = useWords(databasesWords);
  return (
    <div class="page">
      <NeedsRole needed="admin">
        <Databases />
      </NeedsRole>
      {useMay("admin") ? null : <h1 class="only-heard">{say("title")}</h1>}
    </div>
  );
}

function Databases() {
  const { api } = useConsole();
  const say = useWords(databasesWords);
  const report = useReport();
  const databases = useData(async () => (await api.get("/api/databases")).databases, [api]);
  const adding = useFlag();
  /** The last removed one, so that it can be restored. */
  const removed = useSignal<string | undefined>(undefined);
  const remove = async (name: string) => {
    await api.send("DELETE", "/api/databases/{name}", { params: { name } });
    removed.value = name;
    await databases.reload();
  };
  const takeBack = async (name: string) => {
    try {
      await api.send("POST", "/api/databases/{name}/restore", { params: { name } });
      removed.value = undefined;
    } catch (error) {
      report(error);
    }
    await databases.reload();
  };
  return (
    <>
      <PageHead title={say("title")} lead={say("lead")}>
        <Button kind="main-action" icon="plus" onClick={adding.turnOn}>
          {say("add")}
        </Button>
      </PageHead>
      {removed.value === undefined ? null : (
        <RemovedNote name={removed.value} onTakeBack={() => takeBack(removed.value ?? "")} />
      )}
      <LoadedView data={databases}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="databases" title={say("emptyTitle")}>
              <p>{say("emptyBody")}</p>
            </EmptyState>
          ) : (
            <ul class="stack">
              {list.map((database) => (
                <li key={database.name}>
                  <DatabaseCard database={database} onRemove={remove} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
      {adding.on ? <DatabaseForm onSaved={() => void databases.reload()} onClose={adding.turnOff} /> : null}
    </>
  );
}

function RemovedNote({ name, onTakeBack }: { name: string; onTakeBack(): Promise<void> }) {
  const say = useWords(databasesWords);
  return (
    <Note tone="good">
      {say("removed", { name })}{" "}
      <Button small kind="quiet" icon="undo" onClick={() => void onTakeBack()}>
        {say("takeBack")}
      </Button>
    </Note>
  );
}
