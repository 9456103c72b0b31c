import { expect, test } from "vitest";
import { cacheFor } from "./once.ts";

test("keptFor() asks again when the value has grown old, and after a failure at once", async () => {
  let asked = 0;
  const ask = async () => {
    asked++;
    if (asked === 1) throw new Error("not yet");
    return asked;
  };
  const kept = cacheFor(60_000, ask);
  await expect(kept()).rejects.toThrow("not yet");
  expect(await kept()).toBe(2);
  expect(await kept()).toBe(2);
  const old = cacheFor(-1, ask);
  expect([await old(), await old()]).toEqual([3, 4]);
});
