import { expect, test } from "vitest";
import { plainProblem } from "./call-failure.ts";

test("plainProblem() tells the first thing that is wrong with an answer, and how many more there are", () => {
  const issue = (index: number) => ({
    code: "invalid_type",
    path: ["tools", index, "inputSchema"],
    message: "Invalid input: expected object, received undefined",
  });
  expect(
    plainProblem(`Invalid result for tools/list: ${JSON.stringify([issue(0), issue(1)], null, 2)}`),
  ).toBe(
    "its answer to tools/list is not what the protocol wants: tools.0.inputSchema Invalid input: expected object, received undefined; and 1 more",
  );
});

test("plainProblem() leaves other words as they are, up to a length", () => {
  for (const message of [
    "broke",
    "Invalid result for tools/list: [no JSON",
    "Invalid result for tools/list: []",
  ])
    expect(plainProblem(message)).toBe(message);
  expect(plainProblem("x".repeat(5_000))).toHaveLength(1_000);
});
