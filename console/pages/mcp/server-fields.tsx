import { useId } from "preact/hooks";
import { useWords } from "../../core/words.ts";
import { Segments } from "../../parts/segments.tsx";
import { addServerWords } from "../../words/add-server.ts";
import type { ServerDraft } from "./new-server.ts";

interface ServerFieldsProps {
  readonly draft: ServerDraft;
  onChange(change: Partial<ServerDraft>): void;
}

/** Names and commands, which are the same in every language. */
const EXAMPLES: Readonly<Partial<Record<keyof ServerDraft, string>>> = {
  name: "memory",
  command: "npx -y @modelcontextprotocol/server-memory",
  env: "API_KEY=…",
  folders: "./docs",
  hosts: "api.example.com",
  url: "https://…/mcp",
  headers: "Authorization: Bearer …",
};

const KINDS = ["program", "address"] as const;

/** The fields of one server. */
export function ServerFields({ draft, onChange }: ServerFieldsProps) {
  const say = useWords(addServerWords);
  const field = (name: Exclude<keyof ServerDraft, "kind">) => ({
    name,
    value: draft[name],
    onInput: (value: string) => onChange({ [name]: value }),
  });
  return (
    <>
      <Field {...field("name")} />
      <Segments
        label={say("kind")}
        value={draft.kind}
        options={KINDS.map((value) => ({ value, label: say(value) }))}
        onChange={(kind) => onChange({ kind })}
      />
      {draft.kind === "program" ? (
        <>
          <Field {...field("command")} mono />
          <details>
            <summary>{say("more")}</summary>
            <div class="stack">
              <Field {...field("env")} lines mono />
              <Field {...field("folders")} lines mono />
              <Field {...field("hosts")} lines mono />
            </div>
          </details>
        </>
      ) : (
        <>
          <Field {...field("url")} mono />
          <Field {...field("headers")} lines mono />
        </>
      )}
    </>
  );
}

interface FieldProps {
  readonly name: Exclude<keyof ServerDraft, "kind">;
  readonly value: string;
  readonly lines?: boolean;
  readonly mono?: boolean;
  onInput(value: string): void;
}

function Field({ name, value, lines = false, mono = false, onInput }: FieldProps) {
  const say = useWords(addServerWords);
  const id = useId();
  const placeholder = EXAMPLES[name];
  const shared = { id, value, placeholder, class: mono ? "input mono" : "input", spellcheck: false };
  return (
    <div class="field">
      <label for={id}>{say(name)}</label>
      {lines ? (
        <textarea {...shared} rows={2} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      ) : (
        <input {...shared} autocomplete="off" onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      )}
    </div>
  );
}
