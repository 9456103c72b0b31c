import { expect, test } from "vitest";
import { createHashTable, hashText } from "./hash-table.ts";

test("find() returns added entries that were not removed, through growth and collisions", () => {
  const table = createHashTable();
  const words = Array.from({ length: 3_000 }, (_, number) => `word-${number}`);
  // Every third shares a hash with others, so that who asks has to tell them apart.
  const hashOf = (word: string, number: number) => (number % 3 === 0 ? 12_345 : hashText(word));
  const find = (number: number) =>
    table.find(hashOf(words[number] ?? "", number), (value) => words[value] === words[number]);
  for (const [number, word] of words.entries()) table.add(hashOf(word, number), number);
  for (const number of words.keys())
    if (number % 2 === 0) table.remove(hashOf(words[number] ?? "", number), number);
  for (const number of words.keys()) expect(find(number)).toBe(number % 2 === 0 ? undefined : number);
  for (let round = 0; round < 5_000; round++) {
    table.add(hashText("again"), 7);
    table.remove(hashText("again"), 7);
  }
  expect(find(1)).toBe(1);
  expect(table.byteLength).toBeLessThan(200_000);
});
