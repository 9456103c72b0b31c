import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Answer } from "../../core/api-calls.ts";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { readJson } from "../../core/read-json.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { ReasonList } from "../../parts/call/reason-list.tsx";
import { VerdictBadge } from "../../parts/call/verdict-badge.tsx";
import { Explained } from "../../parts/explained.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { policyWords } from "../../words/policy.ts";

type Explanation = Answer<"post", "/api/policy/explain">;

/** Judges one call without running it, and explains the verdict. */
export function ExplainCall() {
  const { api, route } = useConsole();
  const say = useWords(policyWords);
  const [toolField, inputField, list] = [useId(), useId(), useId()];
  const tools = useData(() => api.get("/api/tools", { query: { limit: 1000 } }), [api]);
  const tool = useSignal(route.place.value.query.get("tool") ?? "");
  const input = useSignal("");
  const busy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const explanation = useSignal<Explanation | undefined>(undefined);
  const judge = async () => {
    busy.value = true;
    problem.value = undefined;
    try {
      const text = input.value.trim();
      const given = text === "" ? {} : { input: readJson(text, (why) => say("notJson", { why })) };
      explanation.value = await api.send("POST", "/api/policy/explain", {
        body: { tool: tool.value, ...given },
      });
    } catch (error) {
      explanation.value = undefined;
      problem.value = asProblem(error);
    }
    busy.value = false;
  };
  return (
    <div class="split">
      <form
        class="card padded"
        onSubmit={(event) => {
          event.preventDefault();
          void judge();
        }}
      >
        <div class="field">
          <label for={toolField}>{say("tool")}</label>
          <input
            id={toolField}
            class="input mono"
            list={list}
            placeholder={say("toolHint")}
            autocomplete="off"
            spellcheck={false}
            value={tool.value}
            onInput={(event) => {
              tool.value = event.currentTarget.value;
            }}
          />
          <datalist id={list}>
            {(tools.value ?? []).map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        <div class="field">
          <label for={inputField}>{say("input")}</label>
          <textarea
            id={inputField}
            class="input mono"
            rows={5}
            spellcheck={false}
            placeholder='{"path": "notes.txt"}'
            value={input.value}
            onInput={(event) => {
              input.value = event.currentTarget.value;
            }}
          />
          <span class="hint">{say("inputHint")}</span>
        </div>
        <div class="actions">
          <Button type="submit" kind="main-action" busy={busy.value} disabled={tool.value.trim() === ""}>
            {say("judge")}
          </Button>
        </div>
      </form>
      <section class="card padded" aria-live="polite" aria-label={say("verdict")}>
        <h2 class="line">
          {say("verdict")}
          {explanation.value === undefined ? null : <VerdictBadge verdict={explanation.value.verdict} />}
        </h2>
        {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
        {explanation.value === undefined ? (
          problem.value === undefined ? (
            <p class="soft small">{say("explainEmpty")}</p>
          ) : null
        ) : (
          <>
            <ReasonList reasons={explanation.value.reasons} />
            {explanation.value.change.length === 0 ? null : (
              <div class="stack tight">
                <h3>{say("change")}</h3>
                <ul class="bullets soft small">
                  {explanation.value.change.map((line) => (
                    <li key={line}>
                      <Explained text={line} />
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </>
        )}
      </section>
    </div>
  );
}
