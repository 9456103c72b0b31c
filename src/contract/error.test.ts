import { expect, test } from "vitest";
import { DejimaError } from "./error.ts";

test("DejimaError bounds a message that quotes something endless", () => {
  const { message } = new DejimaError("invalid_input", `Cannot read "${"x".repeat(75_000)}": it is hostile`);
  expect(message).toHaveLength(4_001);
  expect(message).toMatch(/…$/);
});
