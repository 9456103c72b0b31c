import { useSignal } from "@preact/signals";
import type { JsonSchema } from "../../../src/contract/data/json-schema.ts";
import type { Answer } from "../../core/api-calls.ts";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { readJson } from "../../core/read-json.ts";
import { addressOf } from "../../core/route.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { OutputView } from "../../parts/call/output-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { Note } from "../../parts/note.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { ProgressBar } from "../../parts/progress-bar.tsx";
import { toolsWords } from "../../words/tools.ts";
import { ToolInput } from "./tool-input.tsx";

type Outcome = Answer<"post", "/api/tools/{name}/call">;

/** Tries a tool. The call passes the gate like any other: it may be refused, or ask first. */
export function ToolCall({ name, schema }: { name: string; schema: JsonSchema }) {
  const { api, live } = useConsole();
  const say = useWords(toolsWords);
  const input = useSignal(JSON.stringify(exampleInput(schema), null, 2));
  const busy = useSignal(false);
  const outcome = useSignal<Outcome | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const run = async () => {
    problem.value = undefined;
    outcome.value = undefined;
    busy.value = true;
    try {
      const given = readJson(input.value, (why) => say("notJson", { why }));
      outcome.value = await api.send("POST", "/api/tools/{name}/call", {
        params: { name },
        body: { input: given, park: true },
      });
    } catch (error) {
      problem.value = asProblem(error);
    }
    busy.value = false;
  };
  return (
    <section class="card padded" aria-label={say("call")}>
      <h2>{say("call")}</h2>
      <ToolInput
        schema={schema}
        text={input.value}
        onText={(text) => {
          input.value = text;
        }}
      />
      <div class="actions">
        <NeedsRole needed="user">
          <Button kind="main-action" busy={busy.value} onClick={() => void run()}>
            {busy.value ? say("running") : say("run")}
          </Button>
        </NeedsRole>
        <a class="button quiet" href={`${addressOf("policy")}?view=explain&tool=${encodeURIComponent(name)}`}>
          {say("explain")}
        </a>
      </div>
      {busy.value ? <ProgressBar label={say("running")} /> : null}
      {busy.value && live.pending.value > 0 ? (
        <Note tone="care">
          {say("parked")} <a href={addressOf("approvals")}>{say("toApprovals")}</a>
        </Note>
      ) : null}
      {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
      {outcome.value === undefined ? null : <OutcomeView outcome={outcome.value} />}
    </section>
  );
}

function OutcomeView({ outcome }: { outcome: Outcome }) {
  return outcome.type === "success" ? (
    <OutputView output={outcome.output} />
  ) : (
    <ProblemNote problem={{ ...outcome.error, status: 0 }} />
  );
}

/**
 * An initial input: the required fields of a schema, with their default or an empty value of the right type.
 */
function exampleInput(schema: JsonSchema): Record<string, unknown> {
  const { properties, required } = schema;
  if (typeof properties !== "object" || properties === null || !Array.isArray(required)) return {};
  const fields = properties as Readonly<Record<string, JsonSchema>>; // as a JSON Schema says
  return Object.fromEntries(required.map((name) => [name, exampleValue(fields[String(name)] ?? {})]));
}

function exampleValue({ type, default: fallback, enum: choices, minimum }: JsonSchema): unknown {
  if (fallback !== undefined) return fallback;
  if (Array.isArray(choices)) return choices[0];
  switch (type) {
    case "number":
    case "integer":
      return minimum ?? 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return "";
  }
}
