import fc from "fast-check";
import { expect, test } from "vitest";
import { readTable, separatorOf } from "../../console/parts/preview/read-table.ts";

test("readTable() gives back what a table was written from, whatever its cells hold", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r", "\t", " ", "é", "<") });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom("," as const, ";" as const, "\t" as const),
      fc.constantFrom("\n", "\r\n"),
      (rows, separator, line) => {
        const text = rows.map((row) => row.map(quoted).join(separator)).join(line);
        expect(readTable(text, separator)).toEqual({ rows, more: false });
      },
    ),
    { numRuns: 10_000, seed: 18 },
  );
});

test("readTable() ends for any text, and says when there is more than it shows", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r") }), (text) => {
      const { rows } = readTable(text, ",");
      expect(rows.flat().join("").length).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 10_000, seed: 18 },
  );
  const { rows, more } = readTable("a,b\n".repeat(2_000), ",");
  expect([rows.length, more]).toEqual([500, true]);
  expect(separatorOf("a.csv", "a;b;c\n1,5;2")).toBe(";");
});
