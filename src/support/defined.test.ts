import { expect, test } from "vitest";
import { defined } from "./defined.ts";

test("defined() leaves out what is undefined, and nothing else", () => {
  const told: { a?: number; b?: string; c: null } = defined({
    a: undefined as number | undefined,
    b: "",
    c: null,
  });
  expect(Object.entries(told)).toEqual([
    ["b", ""],
    ["c", null],
  ]);
});

test("defined() gives a type without undefined, for optional properties that must not hold it", () => {
  const title = ["a title"].find(() => true);
  const exact: { readonly id: string; readonly title?: string } = { id: "1", ...defined({ title }) };
  expect(exact).toEqual({ id: "1", title: "a title" });
});
