import { expect, test } from "vitest";
import { searchUnasked } from "../../bench/flow/adaptive.ts";

/** `npm run -s bench -- flow --adaptive` makes 100,000. */
const TRIES = 2_000;

test("no call that draws its arguments from a stranger's text, private data and the prompt does harm unasked", () => {
  const { free, harmful } = searchUnasked(TRIES, 20_261_122);
  expect(harmful).toEqual([]);
  // The search is alive: some calls are the user's own.
  expect(free).toBeGreaterThan(10);
});
