import { expect, test } from "vitest";
import { forecastFrom, forecastMonth } from "./forecast.ts";

const NOON = Date.parse("2026-11-10T12:00:00Z");

test("forecastMonth() takes the days that are left to cost as much as an average day of the last week", () => {
  const days = ["03", "04", "05", "06", "07", "08", "09"].map((day) => ({ key: `2026-11-${day}`, cost: 70 }));
  // Nothing was spent today yet: today and 20 more days at 70.
  expect(forecastMonth(days, NOON)).toEqual({
    month: "2026-11",
    today: 0,
    spent: 490,
    expected: 490 + 21 * 70,
  });
  // Today has already cost more than an average day: it stays unchanged.
  expect(forecastMonth([...days, { key: "2026-11-10", cost: 500 }], NOON)).toEqual({
    month: "2026-11",
    today: 500,
    spent: 990,
    expected: 990 + 20 * 70,
  });
});

test("forecastMonth() counts quiet days since the first spend, and days of last month only for the average", () => {
  const days = [
    { key: "2026-10-31", cost: 60 },
    { key: "2026-11-02", cost: 30 },
  ];
  expect(forecastMonth(days, Date.parse("2026-11-03T00:00:00Z"))).toEqual({
    month: "2026-11",
    today: 0,
    spent: 30,
    expected: 30 + 28 * 30,
  });
  expect(forecastFrom(Date.parse("2026-11-03T00:00:00Z"))).toBe("2026-10-27");
  expect(forecastFrom(NOON)).toBe("2026-11-01");
});

test("forecastMonth() goes by today on the first day, and expects nothing where nothing was spent", () => {
  expect(forecastMonth([{ key: "2026-11-10", cost: 5 }], NOON).expected).toBe(5 + 20 * 5);
  expect(forecastMonth([], NOON)).toEqual({ month: "2026-11", today: 0, spent: 0, expected: 0 });
  const last = Date.parse("2026-12-31T23:00:00Z");
  expect(forecastMonth([{ key: "2026-12-31", cost: 9 }], last).expected).toBe(9);
});
