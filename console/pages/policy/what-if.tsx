import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import type { Answer } from "../../core/api-calls.ts";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { policyWords } from "../../words/policy.ts";
import { ChangedVerdicts } from "./changed-verdicts.tsx";

const LISTS = ["safe", "confirm", "deny"] as const;
const EXAMPLE = "write_file(./out/**)";

type Rules = Readonly<Record<(typeof LISTS)[number], string>>;

/** The verdicts of other rules for the recorded calls. */
export type Tested = Answer<"post", "/api/policy/test">;

/** Tests other rules on past calls, starting from the current ones. */
export function WhatIf() {
  const { api } = useConsole();
  const say = useWords(policyWords);
  const field = useId();
  const rules = useSignal<Rules>({ safe: "", confirm: "", deny: "" });
  const runs = useSignal(20);
  const busy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const tested = useSignal<Tested | undefined>(undefined);
  useEffect(() => {
    const begin = async () => {
      const { safe, confirm, deny } = await api.get("/api/policy");
      rules.value = { safe: safe.join("\n"), confirm: confirm.join("\n"), deny: deny.join("\n") };
    };
    void begin().catch((error) => {
      problem.value = asProblem(error);
    });
  }, [api]);
  const test = async () => {
    busy.value = true;
    problem.value = undefined;
    try {
      const permissions = Object.fromEntries(LISTS.map((list) => [list, linesOf(rules.value[list])]));
      tested.value = await api.send("POST", "/api/policy/test", {
        body: { permissions, runs: runs.value },
      });
    } catch (error) {
      tested.value = undefined;
      problem.value = asProblem(error);
    }
    busy.value = false;
  };
  return (
    <div class="stack">
      <form
        class="card padded"
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <div class="split thirds">
          {LISTS.map((list) => (
            <div key={list} class="field">
              <label for={`${field}-${list}`}>{say(list)}</label>
              <textarea
                id={`${field}-${list}`}
                class="input mono"
                rows={5}
                spellcheck={false}
                value={rules.value[list]}
                onInput={(event) => {
                  rules.value = { ...rules.value, [list]: event.currentTarget.value };
                }}
              />
            </div>
          ))}
        </div>
        <p class="faint tiny">{say("rulesHint", { example: EXAMPLE })}</p>
        <div class="actions">
          <label class="line small" for={`${field}-runs`}>
            {say("runs")}
            <input
              id={`${field}-runs`}
              class="input number"
              type="number"
              min={1}
              max={200}
              value={runs.value}
              onInput={(event) => {
                runs.value = event.currentTarget.valueAsNumber || 1;
              }}
            />
          </label>
          <Button type="submit" kind="main-action" busy={busy.value}>
            {say("test")}
          </Button>
        </div>
      </form>
      {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
      {tested.value === undefined ? null : <ChangedVerdicts tested={tested.value} />}
    </div>
  );
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
