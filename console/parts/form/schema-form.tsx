import { useId } from "preact/hooks";
import { useWords } from "../../core/words.ts";
import { formWords } from "../../words/parts.ts";
import type { FormField } from "./form-fields.ts";

interface SchemaFormProps {
  readonly fields: readonly FormField[];
  /** The text of each field, by name. */
  readonly texts: Readonly<Record<string, string>>;
  onText(name: string, text: string): void;
}

/** A form with one field for each property of a schema. */
export function SchemaForm({ fields, texts, onText }: SchemaFormProps) {
  const say = useWords(formWords);
  if (fields.length === 0) return <p class="soft small">{say("noFields")}</p>;
  return (
    <div class="stack">
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          text={texts[field.name] ?? ""}
          onText={(text) => onText(field.name, text)}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  readonly field: FormField;
  readonly text: string;
  onText(text: string): void;
}

function Field({ field, text, onText }: FieldProps) {
  const say = useWords(formWords);
  const id = useId();
  const { name, required, about, fallback, kind } = field;
  const hint = [
    about,
    kind.type === "lines" ? say("lines") : kind.type === "json" ? say("json") : "",
    fallback === undefined ? "" : say("fallback", { value: fallback }),
  ].filter((part) => part !== "");
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code>
        {required ? <span class="faint tiny"> {say("required")}</span> : null}
      </label>
      <Control {...{ id, field, text, onText }} />
      {hint.length === 0 ? null : (
        <p class="hint" id={`${id}-about`}>
          {hint.join(" · ")}
        </p>
      )}
    </div>
  );
}

function Control({ id, field: { kind, required, fallback }, text, onText }: FieldProps & { id: string }) {
  const say = useWords(formWords);
  const shared = {
    id,
    class: "input",
    value: text,
    "aria-describedby": `${id}-about`,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onText(currentTarget.value),
  };
  switch (kind.type) {
    case "text":
      return kind.long ? <textarea {...shared} rows={4} /> : <input {...shared} />;
    case "number":
      return <input {...shared} type="number" step={kind.whole ? 1 : "any"} />;
    case "lines":
    case "json":
      return <textarea {...shared} class="input mono" rows={3} spellcheck={false} />;
    case "choice":
    case "switch": {
      const choices = kind.type === "switch" ? ["true", "false"] : kind.choices.map(String);
      return (
        <select
          id={id}
          class="input"
          value={text}
          aria-describedby={`${id}-about`}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        >
          {required && fallback === undefined ? null : <option value="">{say("unset")}</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {kind.type === "switch" ? say(choice === "true" ? "yes" : "no") : choice}
            </option>
          ))}
        </select>
      );
    }
  }
}
