import { expect, test } from "vitest";
import { once } from "./once.ts";

test("once() makes a value when it is first asked for, and keeps it", async () => {
  let made = 0;
  const value = once(async () => ++made);
  expect(value.made).toBeUndefined();
  expect(await Promise.all([value.get(), value.get()])).toEqual([1, 1]);
  expect(await value.get()).toBe(1);
  expect(await value.made).toBe(1);
});

test("once() tries again what could not be made", async () => {
  let attempts = 0;
  const value = once(async () => {
    attempts++;
    if (attempts < 3) throw new Error(`attempt ${attempts}`);
    return attempts;
  });
  await expect(Promise.all([value.get(), value.get()])).rejects.toThrow("attempt 1");
  await expect(value.get()).rejects.toThrow("attempt 2");
  expect(await value.get()).toBe(3);
});
