import type { CostForecast, SpendSum } from "../contract/figures/spend.ts";

/** The number of days before today that the forecast averages. */
const DAYS_LOOKED_AT = 7;
const DAY_MS = 86_400_000;

/** The first day whose spends a forecast needs. */
export function forecastFrom(now: number): string {
  const month = `${dayOf(now).slice(0, 7)}-01`;
  const week = dayOf(now - DAYS_LOOKED_AT * DAY_MS);
  return week < month ? week : month;
}

/**
 * Forecasts the total cost of this month. Each remaining day, and the rest of today, is expected to cost as much as an average
 * day of the previous week. Days before the first spend do not count. Without an earlier day, the remaining days are expected to
 * cost as much as today.
 */
export function forecastMonth(days: readonly Pick<SpendSum, "key" | "cost">[], now: number): CostForecast {
  const day = dayOf(now);
  const month = day.slice(0, 7);
  const costOf = new Map(days.map(({ key, cost }) => [key, cost]));
  const today = costOf.get(day) ?? 0;
  const spent = days.reduce((sum, { key, cost }) => sum + (key.startsWith(month) ? cost : 0), 0);
  const first = days.reduce((earliest, { key }) => (key < earliest ? key : earliest), day);
  const before = Array.from({ length: DAYS_LOOKED_AT }, (_nothing, back) =>
    dayOf(now - (back + 1) * DAY_MS),
  ).filter((past) => past >= first);
  const average =
    before.length === 0
      ? today
      : before.reduce((sum, past) => sum + (costOf.get(past) ?? 0), 0) / before.length;
  const date = new Date(now);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const left = average * (last - date.getUTCDate()) + Math.max(0, average - today);
  return { month, today, spent, expected: Math.round(spent + left) };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
