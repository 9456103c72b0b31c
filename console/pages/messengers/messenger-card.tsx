import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Note } from "../../parts/note.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Switch } from "../../parts/switch.tsx";
import { Time } from "../../parts/time.tsx";
import { messengersWords } from "../../words/messengers.ts";
import { ConnectForm } from "./connect-form.tsx";
import { type Messenger, PROBLEMS, STATES } from "./messenger.ts";
import { PeopleList } from "./people-list.tsx";

const TONES: Readonly<Record<Messenger["state"], Tone>> = {
  idle: "plain",
  connecting: "accent",
  connected: "good",
  failing: "bad",
};

/** One connected messenger: its state, its people, and its actions. */
export function MessengerCard({ messenger, onChange }: { messenger: Messenger; onChange(): void }) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(messengersWords);
  const busy = useSignal(false);
  const open = useSignal<"keys" | "remove" | undefined>(undefined);
  const { name, title, enabled, state, since } = messenger;
  const params = { name };
  const close = () => {
    open.value = undefined;
  };
  const attempt = async (work: () => Promise<unknown>) => {
    busy.value = true;
    await work().catch((error) => report(error));
    busy.value = false;
    close();
    onChange();
  };
  const test = () =>
    attempt(async () => {
      const found = await api.send("POST", "/api/channels/{name}/test", { params, body: {} });
      const good = found.state === "connected";
      notices.show(
        good ? "done" : "failed",
        say(good ? "testGood" : "testBad", { title }),
        found.problem?.text,
      );
    });
  return (
    <section class="card padded" aria-label={title}>
      <div class="line">
        <h3 class="break">{title}</h3>
        <Badge tone={enabled ? TONES[state] : "plain"}>{say(enabled ? STATES[state] : "stateOff")}</Badge>
        {enabled && since !== undefined ? (
          <span class="faint small">
            {say("since")} <Time at={Date.parse(since)} />
          </span>
        ) : null}
        <span class="line server-switch">
          <Switch
            label={say("turnOn", { title })}
            on={enabled}
            disabled={busy.value}
            onChange={(next) =>
              void attempt(() =>
                api.send("PATCH", "/api/channels/{name}", { params, body: { enabled: next } }),
              )
            }
          />
          <Button
            small
            kind="quiet"
            icon="trash"
            label={say("removeThis", { title })}
            onClick={() => {
              open.value = "remove";
            }}
          />
        </span>
      </div>
      {enabled ? <Problem messenger={messenger} /> : null}
      <PeopleList messenger={messenger} onChange={onChange} />
      <div class="actions">
        {enabled ? (
          <Button icon="refresh" busy={busy.value} onClick={() => void test()}>
            {say("test")}
          </Button>
        ) : null}
        <Button
          kind="quiet"
          icon="key"
          onClick={() => {
            open.value = "keys";
          }}
        >
          {say("change")}
        </Button>
      </div>
      {open.value === "keys" ? (
        <ConnectForm messenger={messenger} onSaved={onChange} onClose={close} />
      ) : null}
      {open.value === "remove" ? (
        <Confirm
          danger
          title={say("removeTitle", { title })}
          action={say("remove")}
          busy={busy.value}
          onClose={close}
          onConfirm={() =>
            void attempt(async () => {
              await api.send("DELETE", "/api/channels/{name}", { params });
              notices.show("done", say("removed", { title }));
            })
          }
        >
          <p>{say("removeBody")}</p>
        </Confirm>
      ) : null}
    </section>
  );
}

/** The problem in plain words, with the messenger's own message folded below. */
function Problem({ messenger: { state, problem, secrets } }: { messenger: Messenger }) {
  const say = useWords(messengersWords);
  const missing = secrets.some(({ isSet, optional }) => !isSet && !optional);
  if (missing && state !== "connected") return <Note tone="bad">{say("problemSecret")}</Note>;
  if (problem === undefined)
    return state === "idle" ? (
      <Note>
        <RichText text={say("idleNote")} />
      </Note>
    ) : null;
  return (
    <Note tone={state === "connected" ? "care" : "bad"}>
      <p>
        {state === "connected" ? `${say("lastProblem")} ` : null}
        {say(PROBLEMS[problem.kind])}
      </p>
      <details class="small">
        <summary>{say("details")}</summary>
        <p class="mono break" lang="en">
          {problem.text}
        </p>
      </details>
    </Note>
  );
}
