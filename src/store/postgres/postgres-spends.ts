import type { Spend } from "../../contract/figures/spend.ts";
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
import { lockFor, type PostgresDatabase, type Queries } from "./postgres-database.ts";

const SQL = spendSql((number) => `$${number}`);

/** Spends in PostgreSQL. Reservations of all machines are serialized. */
export function postgresSpends(database: PostgresDatabase): SpendRepository {
  const totals = async (
    spend: Spend,
    queries: Queries,
    scopes?: readonly Counted[],
  ): Promise<SpendTotals> => {
    const sums: [string, { cost: number; tokens: number; open: number }][] = [];
    for (const counted of scopesOf(spend, scopes)) {
      const same = spendsOf(counted, spend) ?? [];
      const row = await queries.first(SQL.total(same), spend.at, ...same.flatMap(([, values]) => values));
      sums.push([
        nameOf(counted),
        { cost: Number(row?.cost), tokens: Number(row?.tokens), open: Number(row?.open) },
      ]);
    }
    return Object.fromEntries(sums);
  };
  return {
    async reserve(spend, admit, scopes) {
      return database.transaction(async (queries) => {
        await lockFor(queries, "spends");
        const before = await totals(spend, queries, scopes);
        const admitted = admit(before);
        if (admitted) await queries.run(SQL.insert, ...spendValues(spend));
        return { admitted, totals: before };
      });
    },
    async add(spend) {
      await database.run(SQL.insert, ...spendValues(spend));
    },
    async settle(spend) {
      if ((await database.run(SQL.update, ...spendValues(spend))) === 0)
        throw noSuchEntry("spends", spend.id);
    },
    totals: (spend, scopes) => totals(spend, database, scopes),
    async sums(by, from, only) {
      const { fields, values } = chosenBy(only);
      return sortedSums((await database.all(SQL.sums(by, fields), from, ...values)).map(sumFrom));
    },
  };
}
