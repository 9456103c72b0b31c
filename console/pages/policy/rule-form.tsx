import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Segments } from "../../parts/segments.tsx";
import { policyWords } from "../../words/policy.ts";
import { ChangedVerdicts } from "./changed-verdicts.tsx";
import type { Tested } from "./what-if.tsx";

const VERDICTS = ["ask", "allow", "deny"] as const;
const VERDICT_WORDS = { ask: "ruleAsk", allow: "ruleAllow", deny: "ruleDeny" } as const;
const FAMILIES = ["files", "writing", "deleting", "network", "sending", "browser", "commands"];

type Verdict = (typeof VERDICTS)[number];

const EXAMPLE = "write_file(./out/**)";

/** Adds or changes a rule. Shows what it would have changed among past calls before it is applied. */
export function RuleForm({ onApply }: { onApply(rule: string, verdict: Verdict): Promise<void> }) {
  const { api } = useConsole();
  const say = useWords(policyWords);
  const [field, list] = [useId(), useId()];
  const rule = useSignal("");
  const verdict = useSignal<Verdict>("ask");
  const busy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const tested = useSignal<Tested | undefined>(undefined);
  const check = async () => {
    busy.value = true;
    problem.value = undefined;
    try {
      const change = { rule: rule.value.trim(), verdict: verdict.value };
      tested.value = await api.send("POST", "/api/policy/rules/test", { body: change });
    } catch (error) {
      tested.value = undefined;
      problem.value = asProblem(error);
    }
    busy.value = false;
  };
  const apply = async () => {
    await onApply(rule.value.trim(), verdict.value);
    rule.value = "";
    tested.value = undefined;
  };
  return (
    <form
      class="card padded"
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <div class="field">
        <label for={field}>{say("rule")}</label>
        <input
          id={field}
          class="input mono"
          list={list}
          autocomplete="off"
          spellcheck={false}
          placeholder={EXAMPLE}
          value={rule.value}
          onInput={(event) => {
            rule.value = event.currentTarget.value;
            tested.value = undefined;
          }}
        />
        <datalist id={list}>
          {FAMILIES.map((family) => (
            <option key={family} value={family} />
          ))}
        </datalist>
        <span class="hint">{say("ruleHint")}</span>
      </div>
      <Segments
        label={say("ruleVerdict")}
        value={verdict.value}
        options={VERDICTS.map((value) => ({ value, label: say(VERDICT_WORDS[value]) }))}
        onChange={(value) => {
          verdict.value = value;
          tested.value = undefined;
        }}
      />
      <div class="actions">
        <Button type="submit" busy={busy.value} disabled={rule.value.trim() === ""}>
          {say("checkRule")}
        </Button>
        {tested.value === undefined ? null : (
          <Button kind="main-action" icon="check" onClick={() => void apply()}>
            {say("applyRule")}
          </Button>
        )}
      </div>
      {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
      {tested.value === undefined ? null : <ChangedVerdicts tested={tested.value} />}
    </form>
  );
}
