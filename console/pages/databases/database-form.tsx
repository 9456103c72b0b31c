import { type Signal, useComputed, useSignal } from "@preact/signals";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { InSight } from "../../parts/in-sight.tsx";
import { Note } from "../../parts/note.tsx";
import { Segments } from "../../parts/segments.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { databasesWords } from "../../words/databases.ts";
import { DatabaseProblem } from "./database-problem.tsx";
import {
  type DatabaseDraft,
  databaseOf,
  EMPTY_DRAFT,
  FIELDS,
  type Hint,
  isComplete,
  type TextName,
} from "./new-database.ts";

interface FormProps {
  onSaved(): void;
  onClose(): void;
}

const KINDS = ["sqlite", "postgres", "mariadb"] as const;
const SWITCHES = ["allowReading", "readOnly", "trusted"] as const;

/** Adds a database. It is tested first: one that does not answer is not added. */
export function DatabaseForm({ onSaved, onClose }: FormProps) {
  const { api, notices } = useConsole();
  const say = useWords(databasesWords);
  const draft = useSignal(EMPTY_DRAFT);
  const tested = useSignal<number | ApiProblem | undefined>(undefined);
  const testing = useSignal(false);
  const set = (change: Partial<DatabaseDraft>) => {
    draft.value = { ...draft.value, ...change };
    tested.value = undefined;
  };
  const test = async () => {
    testing.value = true;
    try {
      const body = databaseOf(draft.value);
      tested.value = (await api.send("POST", "/api/databases/test", { body })).tables;
    } catch (error) {
      tested.value = asProblem(error);
    }
    testing.value = false;
  };
  const send = async () => {
    const body = databaseOf(draft.value);
    const { tables } = await api.send("POST", "/api/databases", { body });
    notices.show("done", say("added", { name: body.name, count: tables }));
  };
  const { kind } = draft.value;
  return (
    <FormDialog
      title={say("add")}
      action={say("add")}
      complete={isComplete(draft.value)}
      send={send}
      problemView={(problem) => <DatabaseProblem problem={problem} />}
      onClose={onClose}
      onSent={onSaved}
    >
      <Segments
        label={say("kind")}
        value={kind}
        options={KINDS.map((value) => ({ value, label: say(value) }))}
        onChange={(next) => set({ kind: next })}
      />
      <DraftField name="name" hint="nameHint" draft={draft} onInput={set} />
      {FIELDS[kind].map(({ name, hint }) => (
        <DraftField key={name} name={name} hint={hint} draft={draft} onInput={set} />
      ))}
      <div class="stack tight">
        {SWITCHES.map((name) => (
          <label key={name} class="choice">
            <input
              type="checkbox"
              checked={draft.value[name]}
              onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
            />
            <span>{say(name)}</span>
          </label>
        ))}
      </div>
      <div class="actions">
        <Button
          icon="refresh"
          busy={testing.value}
          disabled={!isComplete(draft.value)}
          onClick={() => void test()}
        >
          {say("test")}
        </Button>
      </div>
      <div aria-live="polite">
        {tested.value === undefined ? null : (
          <InSight>
            {typeof tested.value === "number" ? (
              <Note tone="good">{say("answers", { count: tested.value })}</Note>
            ) : (
              <DatabaseProblem problem={tested.value} />
            )}
          </InSight>
        )}
      </div>
    </FormDialog>
  );
}

interface DraftFieldProps {
  readonly name: TextName;
  readonly hint: Hint;
  readonly draft: Signal<DatabaseDraft>;
  onInput(change: Partial<DatabaseDraft>): void;
}

/** One field of the draft. */
function DraftField({ name, hint, draft, onInput }: DraftFieldProps) {
  const say = useWords(databasesWords);
  const value = useComputed(() => draft.value[name]);
  return (
    <TextField
      label={say(name)}
      hint={say(hint)}
      value={value}
      secret={name === "password"}
      onInput={(text) => onInput({ [name]: text })}
    />
  );
}
