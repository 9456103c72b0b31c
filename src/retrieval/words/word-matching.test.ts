import { expect, test } from "vitest";
import { loadEmbeddedEmbedder } from "../../model/embedded/load-embedded-embedder.ts";
import { createWordMatching } from "./word-matching.ts";

const { words } = await loadEmbeddedEmbedder();

const ENTRIES = [
  { id: "rain", name: "get_forecast", description: "Weather of the coming days for a place" },
  { id: "post", name: "send_mail", description: "Sends a letter by electronic post, with files attached" },
  {
    id: "long",
    name: "everything",
    description: `${"Manage budgets, teams, plans and reports. ".repeat(3)} Also resizes pictures.`,
  },
];

function aMatching() {
  const matching = createWordMatching(words);
  for (const [slot, entry] of ENTRIES.entries()) matching.add(slot, entry);
  return matching;
}

test("compare() finds the entry that answers most of the request, in either language", () => {
  const matching = aMatching();
  const best = (request: string) => {
    const found = matching.open([0, 1, 2], 3).compare(matching.prepare(request));
    return found.findIndex(({ asked }) => asked === Math.max(...found.map((each) => each.asked)));
  };
  expect(best("will it be sunny, what is the weather like")).toBe(0);
  expect(best("明天的天气")).toBe(0);
  expect(best("email the file to him")).toBe(1);
  expect(best("resize a photo")).toBe(2);
});

test("compare() gives shares from 0 to 1, and one for a request in the entry's own words", () => {
  const matching = aMatching();
  const [own, other] = matching.open([0, 1], 3).compare(matching.prepare("weather of a place"));
  expect(own?.asked).toBeCloseTo(1, 5);
  expect(other?.asked).toBeLessThan(0.8);
  const [named] = matching.open([0], 3).compare(matching.prepare("get forecast"));
  expect(named?.named).toBeCloseTo(1, 5);
  expect(named?.described).toBeLessThan(1);
});

test("compare() is the same after save(), and finds nothing in a removed entry", () => {
  const matching = aMatching();
  const asked = matching.prepare("send the letter");
  const again = createWordMatching(words, matching.save());
  expect(again.open([0, 1, 2], 3).compare(asked)).toEqual(matching.open([0, 1, 2], 3).compare(asked));
  matching.remove(1);
  expect(matching.open([1], 2).compare(asked)).toEqual([{ asked: 0, named: 0, described: 0 }]);
});

test("prepare() bounds a long request to its weightiest words", () => {
  const asked = aMatching().prepare(
    "the of and to ".repeat(5) +
      ENTRIES.map((e) => e.description)
        .join(" ")
        .repeat(9) +
      "alpha beta gamma delta kiwi tea sea moon car bus train ship map road hill lake",
  );
  expect(asked.length).toBe(32);
  expect(asked).toContain(words.wordsOf("weather")[0]);
  expect(asked).not.toContain(words.wordsOf("the")[0]);
});
