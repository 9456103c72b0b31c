import { useComputed, useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { messengersWords } from "../../words/messengers.ts";
import { labelOf, type Messenger } from "./messenger.ts";

interface FormProps {
  readonly messenger: Messenger;
  onSaved(): void;
  onClose(): void;
}

type Values = Readonly<Record<string, string>>;

/**
 * Connects a messenger: the steps to take there, then the values to enter. Secrets leave this page once and
 * never come back.
 */
export function ConnectForm({ messenger, onSaved, onClose }: FormProps) {
  const { api, notices, preferences } = useConsole();
  const say = useWords(messengersWords);
  const { name, title, connected, secrets } = messenger;
  const settings = useSignal<Values>(messenger.settings);
  const entered = useSignal<Values>({});
  const first = useSignal("");
  const asked = Object.keys(messenger.settings);
  const complete =
    asked.every((key) => settings.value[key]?.trim() !== "") &&
    secrets.every(({ key, isSet, optional }) => isSet || optional || (entered.value[key] ?? "") !== "");
  const send = async () => {
    const person = first.value.trim();
    const trimmed = Object.entries(settings.value).map(([key, value]) => [key, value.trim()]);
    await api.send("PUT", "/api/channels/{name}", {
      params: { name },
      body: {
        settings: Object.fromEntries(trimmed),
        secrets: entered.value,
        ...(person === "" ? {} : { allow: [person] }),
      },
    });
    notices.show("done", say("saved", { title }));
  };
  const action = say(connected ? "changeThis" : "connectThis", { title });
  return (
    <FormDialog
      title={action}
      action={say(connected ? "change" : "connect")}
      complete={complete}
      send={send}
      onClose={onClose}
      onSent={onSaved}
    >
      <p class="part-head">{say("steps")}</p>
      <ol class="guide-steps small">
        {messenger.steps.map((step) => (
          <li key={step.en}>{step[preferences.language.value]}</li>
        ))}
      </ol>
      {asked.map((key) => (
        <Entry key={key} name={key} values={settings} hint={say("plainHint")} />
      ))}
      {secrets.map(({ key, isSet }) => (
        <Entry
          key={key}
          secret
          name={key}
          values={entered}
          hint={isSet ? `${say("secretHint")} ${say("keepHint")}` : say("secretHint")}
        />
      ))}
      {messenger.allowed.length > 0 ? null : (
        <TextField label={say("firstPerson")} hint={say("addPersonHint")} value={first} />
      )}
    </FormDialog>
  );
}

interface EntryProps {
  readonly name: string;
  readonly values: { value: Values };
  readonly hint: string;
  readonly secret?: boolean;
}

/** One field of the form. */
function Entry({ name, values, hint, secret = false }: EntryProps) {
  const say = useWords(messengersWords);
  const value = useComputed(() => values.value[name] ?? "");
  return (
    <TextField
      label={say(labelOf(name))}
      hint={hint}
      secret={secret}
      value={value}
      onInput={(text) => {
        values.value = { ...values.value, [name]: text };
      }}
    />
  );
}
