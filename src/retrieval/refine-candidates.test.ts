import { expect, test } from "vitest";
import { DEFAULT_WEIGHTS } from "./ranking-weights.ts";
import { refineCandidates } from "./refine-candidates.ts";
import { hasSeveralRequests, splitRequest } from "./words/extract-terms.ts";

/** Likeness of the whole request and of its two steps with three entries: the last serves both steps a little. */
const WHOLE = Float32Array.of(0.5, 0.5, 0.6);
const STEPS = [Float32Array.of(0.9, 0.1, 0.6), Float32Array.of(0.1, 0.9, 0.6)];

function refinedOrder(needs: readonly (readonly number[])[]): number[] {
  const candidates = refineCandidates(
    Array.from(WHOLE, (score, slot) => ({ slot, score })),
    {
      compared: {
        whole: WHOLE,
        part: (index, slots) => slots.map((slot) => STEPS[index]?.[slot] ?? 0),
        nearestPart: (slots) => slots.map((slot) => WHOLE[slot] ?? 0),
        examples: { all: undefined, of: () => undefined },
      },
      words: new Float32Array(3),
      matching: undefined,
      weights: DEFAULT_WEIGHTS,
      hasSteps: true,
      asked: [],
      needs,
      entries: 3,
      limit: 10,
    },
  );
  return candidates.map(({ slot }) => slot);
}

test("refineCandidates() puts what serves one of several needs well before what serves all of them a little", () => {
  expect(refinedOrder([])).toEqual([2, 0, 1]);
  expect(refinedOrder([[], []])).toEqual([0, 1, 2]);
});

test.each([
  ["Find a hotel in Rome. Additionally, what is the weather there?", true],
  ["查一下明天的天气，然后发邮件告诉小王", true],
  ["I'm planning a trip to Rome with my family. Find me a hotel, please.", false],
  ["查一下明天的天气", false],
  ["我想再听一遍这首歌", false],
])("hasSeveralRequests() reads %s", (request, several) => {
  expect(hasSeveralRequests(request)).toBe(several);
});

test.each(["然后", "此外", "接着", "最后", "顺便", "，并", "，再"])(
  "splitRequest() parts the needs that %s joins",
  (joint) => {
    const [first, second] = ["查询上海明天下午的天气预报", "把结果用邮件发给项目组的同事"];
    expect(splitRequest(`${first}${joint}${second}`)).toEqual([first, second]);
    expect(hasSeveralRequests(`${first}${joint}${second}`)).toBe(true);
  },
);
