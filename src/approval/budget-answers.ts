import { z } from "zod";
import type { ApprovalRequest } from "../contract/asking/approval.ts";
import { BUDGET_SCOPES, budgetWords, RAISE_TOOL } from "../contract/figures/spend.ts";
import { LOCAL_USER } from "../contract/run.ts";
import type { Store } from "../store/store.ts";
import { type PersonOf, samePerson } from "./settle.ts";

/** The person who answers a question, as the door knows them. */
export interface Answerer {
  readonly by: string;
  readonly door?: string;
  /** Whether they may change every budget. Default: only the person at this machine may. */
  readonly mayChangeBudgets?: boolean | undefined;
  /** Set if the door of the run itself asked: the answer is that of the run's user, by whatever name. */
  readonly isUserOfRun?: boolean;
}

/** The parts of a question that name a budget. */
type BudgetQuestion = Pick<ApprovalRequest, "tool" | "input" | "runId" | "lines">;

const raised = z.object({ scope: z.enum(BUDGET_SCOPES), account: z.string() });

interface BudgetWorld {
  store(): Promise<Store>;
  readonly personOf: PersonOf;
}

/**
 * Why this person may not answer a question about a budget: it is somebody else's, and they may not change budgets. Returns
 * `undefined` if they may, and for every other question.
 */
export async function refusedBudgetAnswer(
  { tool, input, runId, lines = [] }: BudgetQuestion,
  { by, door, mayChangeBudgets, isUserOfRun = false }: Answerer,
  { store, personOf }: BudgetWorld,
): Promise<string | undefined> {
  const inputs = [{ tool, input }, ...lines].filter((call) => call.tool === RAISE_TOOL);
  if (inputs.length === 0 || mayChangeBudgets === true) return undefined;
  const { runs, conversations, schedules } = await store();
  const userOf = async (id: string) => {
    const run = await runs.get(id);
    return run === undefined ? undefined : (run.user ?? LOCAL_USER);
  };
  const person = isUserOfRun ? personOf((await userOf(runId)) ?? LOCAL_USER) : personOf(by, door);
  if (mayChangeBudgets === undefined && person === personOf(LOCAL_USER)) return undefined;
  for (const { input: named } of inputs) {
    const budget = raised.safeParse(named).data;
    const owner = budget === undefined ? undefined : await ownerOf(budget);
    if (owner !== undefined && samePerson(personOf(owner), person)) continue;
    const what = budget === undefined ? "it" : budgetWords(budget.scope, budget.account, "en");
    return `The budget for ${what} is not yours: ${owner === undefined ? "an admin" : `${owner} or an admin`} has to answer`;
  }
  return undefined;

  /** The person whose budget it is. `undefined` if it is that of a team or of everybody. */
  async function ownerOf({ scope, account }: z.infer<typeof raised>): Promise<string | undefined> {
    // The accounts of days end with the day.
    const name = account.replace(/ [\d-]+$/, "");
    if (scope === "call" || scope === "run") return userOf(account);
    if (scope === "conversation") return (await conversations.get(account))?.user ?? userOf(account);
    if (scope === "user") return name;
    return scope === "schedule" ? (await schedules.get(name))?.user : undefined;
  }
}
