import type { Spend, SpendTotal } from "../../contract/figures/spend.ts";
import {
  type Counted,
  chosenBy,
  nameOf,
  scopesOf,
  sortedSums,
  spendSql,
  spendsOf,
  spendValues,
  sumFrom,
} from "../spend-columns.ts";
import type { SpendRepository, SpendTotals } from "../store.ts";
import { noSuchEntry } from "../store-errors.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

const SQL = spendSql((number) => `?${number}`);

/** Spends in SQLite. A transaction takes the write lock first, so that no other process reserves in between. */
export function sqliteSpends(database: SqliteDatabase): SpendRepository {
  const total = (counted: Counted, spend: Spend): SpendTotal => {
    const same = spendsOf(counted, spend) ?? [];
    const row = database.get(SQL.total(same), spend.at, ...same.flatMap(([, values]) => values));
    return { cost: Number(row?.cost), tokens: Number(row?.tokens), open: Number(row?.open) };
  };
  const totals = (spend: Spend, scopes?: readonly Counted[]): SpendTotals =>
    Object.fromEntries(scopesOf(spend, scopes).map((counted) => [nameOf(counted), total(counted, spend)]));
  return {
    async reserve(spend, admit, scopes) {
      // No totals are needed, so nothing can change between reading them and adding the spend.
      if (scopesOf(spend, scopes).length === 0) {
        const admitted = admit({});
        if (admitted) database.run(SQL.insert, ...spendValues(spend));
        return { admitted, totals: {} };
      }
      let before: SpendTotals = {};
      let admitted = false;
      database.transaction(() => {
        before = totals(spend, scopes);
        admitted = admit(before);
        if (admitted) database.run(SQL.insert, ...spendValues(spend));
      });
      return { admitted, totals: before };
    },
    async settle(spend) {
      if (database.run(SQL.update, ...spendValues(spend)) === 0) throw noSuchEntry("spends", spend.id);
    },
    async totals(spend, scopes) {
      return totals(spend, scopes);
    },
    async sums(by, from, only) {
      const { fields, values } = chosenBy(only);
      return sortedSums(database.all(SQL.sums(by, fields), from, ...values).map(sumFrom));
    },
  };
}
