import type {
  Spend,
  SpendGroup,
  SpendScope,
  SpendSum,
  SpendTeam,
  SpendTotal,
} from "../contract/figures/spend.ts";

/** The total of each scope that a spend counts for. */
export type SpendTotals = Readonly<Partial<Record<SpendScope | `team ${string}`, SpendTotal>>>;

/** The costs of model calls and tool calls. */
export interface SpendRepository {
  /**
   * Adds a spend if `admit` accepts the totals of its scopes before it. No other spend is added in between. `open` counts the
   * reservations that may still be settled at the time of the spend. `scopes` names the totals to calculate, teams with their
   * members. Default: all scopes of the spend, and no teams.
   */
  reserve(
    spend: Spend,
    admit: (totals: SpendTotals) => boolean,
    scopes?: readonly (SpendScope | SpendTeam)[],
  ): Promise<{ readonly admitted: boolean; readonly totals: SpendTotals }>;
  /** Adds a settled spend that no budget counts. It may be written a tenth of a second later, together with others. */
  add(spend: Spend): Promise<void>;
  /** Replaces a spend. Rejects with `not_found` if its id does not exist. */
  settle(spend: Spend): Promise<void>;
  /** The totals of these scopes. Default: all scopes that this spend would count for. */
  totals(spend: Spend, scopes?: readonly (SpendScope | SpendTeam)[]): Promise<SpendTotals>;
  /** The sums from a day on, over all users, or of one run or purpose. Highest cost first. */
  sums(by: SpendGroup, from: string, only?: Partial<Pick<Spend, "runId" | "purpose">>): Promise<SpendSum[]>;
}
