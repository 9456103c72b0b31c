import { expect, test } from "vitest";
import { isInside } from "./paths.ts";

test("isInside() is about folders, not about letters", () => {
  expect([isInside("/a/b", "/a"), isInside("/a", "/a"), isInside("/a", "/a/"), isInside("/a", "/")]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([isInside("/ab", "/a"), isInside("/", "/a"), isInside("/a", "/a/b")]).toEqual([false, false, false]);
});

test("isInside() is not led out by dots, and not misled by names that begin with them", () => {
  expect(isInside("/a/../b", "/a")).toBe(false);
  expect(isInside("/a/b/..", "/a/b")).toBe(false);
  expect(isInside("/a/..b", "/a")).toBe(true);
});
