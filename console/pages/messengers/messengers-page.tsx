import { useEffect } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { messengersWords } from "../../words/messengers.ts";
import { ConnectForm } from "./connect-form.tsx";
import { type Messenger, named } from "./messenger.ts";
import { MessengerCard } from "./messenger-card.tsx";

/** How soon a messenger that is connecting is loaded again. */
const AGAIN_MS = 1_000;

/** The messengers that reach the assistant. */
export function MessengersPage() {
  const say = useWords(messengersWords);
  return (
    <div class="page">
      <NeedsRole needed="admin">
        <Messengers />
      </NeedsRole>
      {useMay("admin") ? null : <h1 class="only-heard">{say("title")}</h1>}
    </div>
  );
}

function Messengers() {
  const { api, preferences } = useConsole();
  const say = useWords(messengersWords);
  const all = useData(async () => (await api.get("/api/channels")).channels, [api]);
  const reload = () => void all.reload();
  const connecting = all.value?.some(({ state }) => state === "connecting") === true;
  useEffect(() => {
    const again = connecting ? setTimeout(reload, AGAIN_MS) : undefined;
    return () => clearTimeout(again);
  }, [all.value]);
  return (
    <>
      <PageHead title={say("title")} lead={say("lead")} />
      <LoadedView data={all}>
        {(given) => {
          const list = given.map((messenger) => named(messenger, preferences.language.value));
          const known = list.filter(({ connected }) => connected);
          const others = list.filter(({ connected }) => !connected);
          const head = say(known.length === 0 ? "firstHead" : "availableHead");
          return (
            <>
              {known.length === 0 ? null : (
                <section class="stack" aria-label={say("connectedHead")}>
                  <h2>{say("connectedHead")}</h2>
                  {known.map((messenger) => (
                    <MessengerCard key={messenger.name} messenger={messenger} onChange={reload} />
                  ))}
                </section>
              )}
              {others.length === 0 ? null : (
                <section class="stack" aria-label={head}>
                  <h2>{head}</h2>
                  <ul class="rows">
                    {others.map((messenger) => (
                      <li key={messenger.name}>
                        <Available messenger={messenger} onChange={reload} />
                      </li>
                    ))}
                  </ul>
                </section>
              )}
            </>
          );
        }}
      </LoadedView>
    </>
  );
}

/** A messenger that is not connected yet. */
function Available({ messenger, onChange }: { messenger: Messenger; onChange(): void }) {
  const say = useWords(messengersWords);
  const open = useFlag();
  const { title } = messenger;
  return (
    <div class="row">
      <p class="row-text row-title">{title}</p>
      <Button small icon="plus" onClick={open.turnOn}>
        {say("connectThis", { title })}
      </Button>
      {open.on ? <ConnectForm messenger={messenger} onSaved={onChange} onClose={open.turnOff} /> : null}
    </div>
  );
}
