import { expect, test } from "vitest";
import { z } from "zod";
import { issueWords } from "./issue-words.ts";

function wordsFor(schema: z.ZodType, value: unknown): string {
  const { error } = schema.safeParse(value);
  return error === undefined ? "" : error.issues.map(issueWords).join("; ");
}

const CASES: readonly (readonly [z.ZodType, unknown, string])[] = [
  [z.string(), 7, "must be a string, not a number"],
  [z.boolean(), "x", "must be true or false, not a string"],
  [z.array(z.string()), {}, "must be a list, not an object"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().min(3), "a", "must have at least 3 characters"],
  [z.string().max(3), "abcd", "must have at most 3 characters"],
  [z.array(z.string()).min(1), [], "must have at least 1 entry"],
  [z.number().min(1), 0, "must be at least 1"],
  [z.number().positive(), 0, "must be more than 0"],
  [z.number().max(9), 10, "must be at most 9"],
  [z.int(), 1.5, "must be a whole number"],
  [z.enum(["a", "b"]), "c", "must be one of a, b"],
  [z.literal(true), false, "must be true"],
  [z.url(), "x", "must be an address such as https://example.com/path"],
  [z.string().regex(/^a$/), "b", "must match the pattern /^a$/"],
  [z.string().regex(/^a$/, "write a"), "b", "write a"],
  [z.record(z.string().regex(/^a$/, "must be a"), z.string()), { b: "" }, "has a name that must be a"],
  [
    z.union([z.string(), z.array(z.string())]),
    7,
    "must be a string, not a number, or must be a list, not a number",
  ],
];

test.each(CASES)(
  "issueWords() says what is wrong without the words of the library: %#",
  (schema, value, words) => {
    expect(wordsFor(schema, value)).toBe(words);
  },
);
