import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { connectWords } from "../../words/connect.ts";

/** The apps that may act for the person. Each can be disconnected. */
export function ConnectedApps() {
  const { api, notices, preferences } = useConsole();
  const report = useReport();
  const format = useFormat();
  const say = useWords(connectWords);
  const apps = useData(
    () => api.get("/api/connections", { query: { limit: 200 } }),
    [preferences.token.value],
  );
  const disconnect = async (id: string) => {
    try {
      await api.send("DELETE", "/api/connections/{id}", { params: { id } });
      notices.show("done", say("disconnected"));
    } catch (error) {
      report(error);
    }
    await apps.reload();
  };
  return (
    <section class="stack" aria-label={say("apps")}>
      <h2>{say("apps")}</h2>
      <LoadedView data={apps}>
        {(list) =>
          list.length === 0 ? (
            <p class="soft">{say("appsEmpty")}</p>
          ) : (
            list.map(({ id, name, user, createdAt }) => (
              <div key={id} class="row">
                <div class="row-text">
                  <p class="row-title">{name}</p>
                  <p class="faint tiny">{say("since", { user, when: format.dateTime(createdAt) })}</p>
                </div>
                <Button small kind="danger" onClick={() => void disconnect(id)}>
                  {say("disconnect")}
                </Button>
              </div>
            ))
          )
        }
      </LoadedView>
    </section>
  );
}
