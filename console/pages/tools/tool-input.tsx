import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { JsonSchema } from "../../../src/contract/data/json-schema.ts";
import { useWords } from "../../core/words.ts";
import { type FormField, fieldText, fieldValue, formFields } from "../../parts/form/form-fields.ts";
import { SchemaForm } from "../../parts/form/schema-form.tsx";
import { Segments } from "../../parts/segments.tsx";
import { toolsWords } from "../../words/tools.ts";

interface ToolInputProps {
  readonly schema: JsonSchema;
  /** The input as JSON text. */
  readonly text: string;
  onText(text: string): void;
}

const WAYS = ["form", "json"] as const;

/** The input of a call: as a form if the schema allows one, or as JSON. */
export function ToolInput({ schema, text, onText }: ToolInputProps) {
  const say = useWords(toolsWords);
  const field = useId();
  const fields = formFields(schema);
  const way = useSignal<(typeof WAYS)[number]>(fields === undefined ? "json" : "form");
  const texts = useSignal<Readonly<Record<string, string>>>(textsOf(fields ?? [], text));
  const choose = (next: (typeof WAYS)[number]) => {
    if (next === "form") texts.value = textsOf(fields ?? [], text);
    way.value = next;
  };
  const change = (name: string, value: string) => {
    texts.value = { ...texts.value, [name]: value };
    onText(JSON.stringify(inputOf(fields ?? [], texts.value), null, 2));
  };
  return (
    <div class="stack">
      {fields === undefined ? null : (
        <Segments
          label={say("inputAs")}
          value={way.value}
          options={WAYS.map((value) => ({ value, label: say(value) }))}
          onChange={choose}
        />
      )}
      {way.value === "form" && fields !== undefined ? (
        <SchemaForm fields={fields} texts={texts.value} onText={change} />
      ) : (
        <div class="field">
          <label for={field}>{say("input")}</label>
          <textarea
            id={field}
            class="input mono"
            rows={6}
            spellcheck={false}
            value={text}
            onInput={(event) => onText(event.currentTarget.value)}
          />
        </div>
      )}
    </div>
  );
}

/**
 * The input of a filled form. Text that is not JSON where JSON is expected is sent as text: the gate reports
 * what is wrong.
 */
function inputOf(fields: readonly FormField[], texts: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = texts[field.name] ?? "";
      let value: unknown = text;
      try {
        value = fieldValue(field, text);
      } catch {
        // See above.
      }
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

function textsOf(fields: readonly FormField[], text: string): Record<string, string> {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    return {};
  }
  const current: Readonly<Record<string, unknown>> =
    typeof input === "object" && input !== null ? { ...input } : {};
  return Object.fromEntries(fields.map((field) => [field.name, fieldText(field, current[field.name])]));
}
