import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Answer } from "../../core/api-calls.ts";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { modelStateWords } from "../../words/model-states.ts";
import { modelWords } from "../../words/models.ts";
import { Button } from "../button.tsx";
import { Note } from "../note.tsx";
import { ProblemNote } from "../problem-note.tsx";
import type { Provider } from "./provider-cards.tsx";

type Tested = Answer<"post", "/api/models/connect">;

interface ConnectFormProps {
  readonly provider: Provider;
  onBack(): void;
  onConnected(model: string): void;
}

/**
 * The key, address and name of a model. It is tested before it is used, and problems are explained in plain
 * words.
 */
export function ConnectForm({ provider, onBack, onConnected }: ConnectFormProps) {
  const { api, notices } = useConsole();
  const say = useWords(modelWords);
  const sayState = useWords(modelStateWords);
  const models = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const key = useSignal("");
  const address = useSignal("");
  const name = useSignal("");
  const busy = useSignal(false);
  const tested = useSignal<Tested | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  useEffect(() => {
    // On a phone the fields fill the window.
    if (tested.value !== undefined || problem.value !== undefined)
      form.current?.querySelector(".actions")?.scrollIntoView({ block: "center" });
  }, [tested.value, problem.value]);
  const { provider: kind, keyFrom, needsKey, baseUrl, defaultModel, found } = provider;
  const isFile = kind === "local";
  const known = keyFrom !== undefined;
  const complete = isFile
    ? name.value.trim() !== ""
    : (key.value.trim() !== "" || known || !needsKey || address.value.trim() !== "") &&
      (kind !== "compatible" || address.value.trim() !== "" || baseUrl !== undefined);
  const connect = async () => {
    busy.value = true;
    problem.value = undefined;
    try {
      const given = (text: string) => (text.trim() === "" ? undefined : text.trim());
      const answer = await api.send("POST", "/api/models/connect", {
        body: {
          provider: kind,
          apiKey: given(key.value),
          baseUrl: given(address.value),
          name: given(name.value),
        },
      });
      tested.value = answer;
      if (answer.ok) {
        notices.show("done", say("done", { model: answer.id }));
        onConnected(answer.id);
      }
    } catch (error) {
      problem.value = asProblem(error);
    }
    busy.value = false;
  };
  const listed = tested.value?.models ?? found ?? [];
  const addressField = (
    <Field
      label={kind === "compatible" ? say("address") : say("addressOptional")}
      value={address}
      placeholder={baseUrl ?? (kind === "compatible" ? "http://127.0.0.1:8080/v1" : "")}
    />
  );
  return (
    <form
      class="stack"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (complete && !busy.value) void connect();
      }}
    >
      {kind === "compatible" ? addressField : null}
      {isFile || kind === "ollama" ? null : (
        <Field
          label={say("key")}
          hint={known ? say("keyKnown") : say("keyHint")}
          value={key}
          secret
          placeholder={known ? "••••••••" : ""}
        />
      )}
      {isFile || kind === "compatible" ? null : addressField}
      <Field
        label={isFile ? say("file") : say("modelName")}
        hint={
          isFile
            ? undefined
            : defaultModel === ""
              ? say("modelFirst")
              : say("modelHint", { model: defaultModel })
        }
        value={name}
        list={models}
        placeholder={isFile ? "/models/qwen3.gguf" : (found?.[0] ?? defaultModel)}
      />
      <datalist id={models}>
        {listed.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
      {tested.value?.problem === undefined ? null : (
        <Note tone="bad">
          {sayState(tested.value.problem)}
          <details class="small">
            <summary>{say("details")}</summary>
            <code>{tested.value.detail}</code>
          </details>
        </Note>
      )}
      <div class="actions">
        <Button type="submit" kind="main-action" busy={busy.value} disabled={!complete}>
          {say("connect")}
        </Button>
        <Button onClick={onBack}>{say("back")}</Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: { value: string };
  readonly placeholder: string;
  readonly secret?: boolean;
  readonly list?: string;
}

function Field({ label, hint, value, placeholder, secret = false, list }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input mono"
        {...(secret ? { type: "password" as const } : { type: "text" as const, list })}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.value;
        }}
      />
      {hint === undefined ? null : <span class="hint">{hint}</span>}
    </div>
  );
}
