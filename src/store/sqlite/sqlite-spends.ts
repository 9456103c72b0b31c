import type { Spend, SpendScope, SpendTotal } from "../../contract/spend.ts";
import { scopesOf, sortedSums, spendSql, spendsOf, spendValues, sumFrom } from "../spend-columns.ts";
import type { SpendRepository, SpendTotals } from "../store.ts";
import { noSuchEntry } from "../store-errors.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

const SQL = spendSql((number) => `?${number}`);

/** Spends in SQLite: a transaction takes the write lock first, so that no other process reserves in between. */
export function sqliteSpends(database: SqliteDatabase): SpendRepository {
  const total = (scope: SpendScope, spend: Spend): SpendTotal => {
    const same = spendsOf(scope, spend) ?? [];
    const sql = SQL.total(same.map(([column]) => column));
    const row = database.get(sql, spend.at, ...same.map(([, value]) => value));
    return { cost: Number(row?.cost), tokens: Number(row?.tokens), open: Number(row?.open) };
  };
  const totals = (spend: Spend, scopes?: readonly SpendScope[]): SpendTotals =>
    Object.fromEntries(scopesOf(spend, scopes).map((scope) => [scope, total(scope, spend)]));
  return {
    async reserve(spend, admit, scopes) {
      // Nothing is added up, so nothing can change between a look and the entry.
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
    async totals(spend) {
      return totals(spend);
    },
    async sums(by, from, runId) {
      const of = runId === undefined ? [] : [runId];
      return sortedSums(database.all(SQL.sums(by, of.length > 0), from, ...of).map(sumFrom));
    },
  };
}
