import { expect, test } from "vitest";
import { STDIO, speakerAt } from "./client.ts";

test("speakerAt() takes one token for one person, whatever its clients call themselves", () => {
  expect(speakerAt({ name: "one", principal: "olga" })).toBe(speakerAt({ name: "two", principal: "olga" }));
  expect(speakerAt({ name: "claude", principal: STDIO })).toBe("claude (stdio)");
});
