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
import type { SpendRepository, SpendTotals } from "../spend-repository.ts";
import { noSuchEntry } from "../store-errors.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

const SQL = spendSql((number) => `?${number}`);

/** How long an added spend waits for others, and how many are written together: a commit costs more than its rows. */
const ADD_WITHIN_MS = 100;
const ADD_TOGETHER = 100;

interface SqliteSpends extends SpendRepository {
  /** Writes the added spends that still wait. */
  flush(): Promise<void>;
}

/** Spends in SQLite. A transaction takes the write lock first, so that no other process reserves in between. */
export function sqliteSpends(database: SqliteDatabase): SqliteSpends {
  let added: Spend[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** Writes what was added. If that fails, the spends wait for the next attempt. */
  const writeAdded = () => {
    clearTimeout(timer);
    timer = undefined;
    if (added.length === 0) return;
    database.transaction(() => {
      for (const spend of added) database.run(SQL.insert, ...spendValues(spend));
    });
    added = [];
  };
  const total = (counted: Counted, spend: Spend): SpendTotal => {
    const same = spendsOf(counted, spend) ?? [];
    const row = database.get(SQL.total(same), spend.at, ...same.flatMap(([, values]) => values));
    return { cost: Number(row?.cost), tokens: Number(row?.tokens), open: Number(row?.open) };
  };
  const totals = (spend: Spend, scopes?: readonly Counted[]): SpendTotals =>
    Object.fromEntries(scopesOf(spend, scopes).map((counted) => [nameOf(counted), total(counted, spend)]));
  return {
    async flush() {
      writeAdded();
    },
    async add(spend) {
      added.push(spend);
      if (added.length >= ADD_TOGETHER) return writeAdded();
      timer ??= setTimeout(() => {
        try {
          writeAdded();
        } catch {
          // They stay in the list, and the next use of this repository reports the error.
        }
      }, ADD_WITHIN_MS).unref();
    },
    async reserve(spend, admit, scopes) {
      writeAdded();
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
      writeAdded();
      if (database.run(SQL.update, ...spendValues(spend)) === 0) throw noSuchEntry("spends", spend.id);
    },
    async totals(spend, scopes) {
      writeAdded();
      return totals(spend, scopes);
    },
    async sums(by, from, only) {
      writeAdded();
      const { fields, values } = chosenBy(only);
      return sortedSums(database.all(SQL.sums(by, fields), from, ...values).map(sumFrom));
    },
  };
}
