import { expect, test } from "vitest";
import { NOTHING_FITS } from "./confidence.ts";
import type { SearchHit } from "./search.ts";
import { needsOf, searchNeeds } from "./search-needs.ts";

const hit = (id: string, score: number): SearchHit => ({
  id,
  name: id,
  score,
  why: [],
  signals: { score, meaning: 0, example: 0, words: 0, asked: 0, named: 0, described: 0 },
});

const found: Record<string, SearchHit[]> = {
  resize: [hit("resize_image", 0.7), hit("crop_image", 0.6)],
  mail: [hit("send_mail", 0.9), hit("resize_image", 0.1)],
  talk: [],
};
const search = async (need: string) => ({ hits: found[need] ?? [], notices: [`asked ${need}`] });

test("searchNeeds() puts the best of each need before the second best of any", async () => {
  const { hits, notices } = await searchNeeds(["resize", "mail"], search);
  expect(hits.map(({ id }) => id)).toEqual(["send_mail", "resize_image", "crop_image"]);
  expect(notices).toEqual(["asked resize", "asked mail"]);
  expect((await searchNeeds(["resize", "mail"], search, { limit: 1 })).hits).toHaveLength(1);
});

test("searchNeeds() leaves out a need that nothing serves, and says so when none is", async () => {
  expect((await searchNeeds(["talk", "mail"], search)).hits[0]?.id).toBe("send_mail");
  expect(await searchNeeds(["talk"], search)).toMatchObject({ hits: [], advice: NOTHING_FITS });
});

test("searchNeeds() searches for four needs and says that there were more", async () => {
  const asked: string[] = [];
  const { notices } = await searchNeeds(["a", "b", "c", "d", "e"], async (need) => {
    asked.push(need);
    return { hits: [], notices: [] };
  });
  expect(asked).toEqual(["a", "b", "c", "d"]);
  expect(notices).toEqual(["Only the first 4 needs were searched for"]);
});

test("needsOf() is the message, and its steps where it has several", () => {
  expect(needsOf("what time is it")).toEqual(["what time is it"]);
  const steps = needsOf(
    "Download the report from the finance page, and then send a short summary of it to Anna",
  );
  expect(steps[0]).toContain("Download the report");
  expect(steps.length).toBe(3);
});
