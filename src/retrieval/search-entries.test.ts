import { expect, test } from "vitest";
import { loadEmbeddedEmbedder } from "../model/embedded/load-embedded-embedder.ts";
import { correctSpelling } from "./search-entries.ts";

const { spelling } = (await loadEmbeddedEmbedder()).words;
const none = () => false;

test("correctSpelling() corrects a letter too many, too few, another or swapped", () => {
  expect(correctSpelling("remeber the mesage and delette the vidoe", spelling, none)).toBe(
    "remember the message and delete the video",
  );
});

test("correctSpelling() prefers words that the entries use", () => {
  expect(correctSpelling("skils", spelling, (word) => word === "skills")).toBe("skills");
});

test("correctSpelling() leaves identifiers, names of the index and known words alone", () => {
  const text = "use getUzer, fil_read, ACMECO and Zotera for the forecast";
  expect(correctSpelling(text, spelling, (word) => word === "zotera")).toBe(text);
});
