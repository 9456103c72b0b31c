import { useSignal } from "@preact/signals";
import { wantsToken } from "../../core/api.ts";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { connectWords } from "../../words/connect.ts";
import { AccessSettings } from "../settings/access-settings.tsx";

type ConnectRequest = Answer<"get", "/api/connections/requests/{id}">;

/** Asks the person whether an app that wants to log in may act for them. */
export function ConnectPage() {
  const { api, route, preferences } = useConsole();
  const say = useWords(connectWords);
  const id = route.place.value.rest[0] ?? "";
  const request = useData(
    () => api.get("/api/connections/requests/{id}", { params: { id } }),
    [id, preferences.token.value],
  );
  const name = request.value?.client;
  return (
    <div class="page">
      <PageHead title={name === undefined ? say("heading") : say("title", { name })} lead="" />
      {wantsToken(request.problem) ? (
        <AccessSettings />
      ) : (
        <LoadedView data={request}>{(asked) => <Question key={asked.id} asked={asked} />}</LoadedView>
      )}
    </div>
  );
}

function Question({ asked }: { asked: ConnectRequest }) {
  const { api } = useConsole();
  const report = useReport();
  const say = useWords(connectWords);
  const chosen = useSignal(asked.scopes);
  const busy = useSignal(false);
  const done = useSignal(false);
  const answer = async (allow: boolean) => {
    busy.value = true;
    try {
      const { goTo } = await api.send("POST", "/api/connections/requests/{id}/answer", {
        params: { id: asked.id },
        body: { allow, scopes: chosen.value },
      });
      done.value = true;
      location.assign(goTo);
    } catch (error) {
      report(error);
    }
    busy.value = false;
  };
  if (done.value) return <p role="status">{say("sent")}</p>;
  return (
    <section class="card padded stack">
      <p>{say("who", { name: asked.client, user: asked.user })}</p>
      <p>{asked.local ? say("local") : say("elsewhere", { host: asked.goesTo })}</p>
      <fieldset class="stack">
        <legend>{say("may")}</legend>
        {asked.scopes.map((scope) => (
          <label key={scope} class="choice">
            <input
              type="checkbox"
              checked={chosen.value.includes(scope)}
              disabled={scope === "tools"}
              onChange={(event) => {
                const rest = chosen.value.filter((other) => other !== scope);
                chosen.value = event.currentTarget.checked ? [...rest, scope] : rest;
              }}
            />
            <span>{say(scope)}</span>
          </label>
        ))}
      </fieldset>
      <p class="soft">{say("never")}</p>
      <div class="actions">
        <Button kind="main-action" busy={busy.value} onClick={() => void answer(true)}>
          {say("allow")}
        </Button>
        <Button busy={busy.value} onClick={() => void answer(false)}>
          {say("deny")}
        </Button>
      </div>
    </section>
  );
}
