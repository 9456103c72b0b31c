import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { BudgetScope } from "../../../src/contract/figures/spend.ts";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { costsWords } from "../../words/costs.ts";
import { NumberField, readNumber } from "./number-field.tsx";

/** Scopes in which a single user, team or schedule can have a separate budget. */
const NAMED_SCOPES: readonly BudgetScope[] = ["user", "team", "schedule"];

/** The labels of the kinds of budgets. */
export const SCOPE_WORDS = {
  day: "scopeDay",
  user: "scopeUser",
  team: "scopeTeam",
  conversation: "scopeConversation",
  run: "scopeRun",
  call: "scopeCall",
  schedule: "scopeSchedule",
} as const satisfies Record<BudgetScope, keyof typeof costsWords>;

// Its keys are the scopes.
const SCOPES = Object.keys(SCOPE_WORDS) as readonly BudgetScope[];
const MILLION = 1_000_000;

interface BudgetFormProps {
  /** The budget to change. `undefined` for a new one. */
  readonly budget: Answer<"get", "/api/cost/budgets">["budgets"][number] | undefined;
  onSet(): void;
  onClose(): void;
}

/** Sets a budget in dollars, tokens or both. */
export function BudgetForm({ budget, onSet, onClose }: BudgetFormProps) {
  const { api, notices } = useConsole();
  const say = useWords(costsWords);
  const field = useId();
  const scope = useSignal<BudgetScope>(budget?.scope ?? "day");
  const usd = useSignal(budget?.cost === undefined ? "" : String(budget.cost / MILLION));
  const name = useSignal(budget?.name ?? "");
  const tokens = useSignal(budget?.tokens === undefined ? "" : String(budget.tokens));
  const [dollars, count] = [readNumber(usd.value), readNumber(tokens.value)];
  const wrong = dollars === "wrong" || count === "wrong";
  const isNamed = NAMED_SCOPES.includes(scope.value);
  const send = async () => {
    const body = {
      ...(typeof dollars === "number" ? { cost: Math.round(dollars * MILLION) } : {}),
      ...(typeof count === "number" ? { tokens: Math.round(count) } : {}),
    };
    const query = isNamed && name.value.trim() !== "" ? { name: name.value.trim() } : {};
    await api.send("PUT", "/api/cost/budgets/{scope}", { params: { scope: scope.value }, query, body });
    notices.show("done", say("budgetSet"));
  };
  return (
    <FormDialog
      title={say("setBudget")}
      action={say("setBudget")}
      complete={!wrong && (dollars !== undefined || count !== undefined)}
      send={send}
      onClose={onClose}
      onSent={onSet}
    >
      <div class="field">
        <label for={field}>{say("scope")}</label>
        <select
          id={field}
          class="input"
          disabled={budget !== undefined}
          value={scope.value}
          onChange={(event) => {
            // The options are the scopes.
            scope.value = event.currentTarget.value as BudgetScope;
          }}
        >
          {SCOPES.map((value) => (
            <option key={value} value={value}>
              {say(SCOPE_WORDS[value])}
            </option>
          ))}
        </select>
      </div>
      {isNamed ? (
        <div class="field">
          <label for={`${field}-name`}>{say("budgetName")}</label>
          <input
            id={`${field}-name`}
            class="input"
            autocomplete="off"
            disabled={budget !== undefined}
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
          <span class="hint">{say("budgetNameHint")}</span>
        </div>
      ) : null}
      <NumberField label={say("mostUsd")} value={usd} />
      <NumberField label={say("mostTokens")} value={tokens} hint={say("oneIsEnough")} />
    </FormDialog>
  );
}
