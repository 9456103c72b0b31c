import { expect, test } from "vitest";
import { riskOf } from "./mcp-tool.ts";

const tool = (annotations?: object) => ({
  name: "t",
  inputSchema: { type: "object" as const },
  ...(annotations === undefined ? {} : { annotations }),
});

test("riskOf() lets a server raise the risk of its tools and never lower it", () => {
  expect(riskOf(tool(), {})).toBe("medium");
  expect(riskOf(tool({ readOnlyHint: true }), {})).toBe("medium");
  expect(riskOf(tool({ destructiveHint: true }), {})).toBe("high");
  expect(riskOf(tool({ openWorldHint: true }), {})).toBe("high");
  expect(riskOf(tool({ destructiveHint: false, openWorldHint: false }), {})).toBe("medium");
});

test("riskOf() takes the user's word as it is", () => {
  expect(riskOf(tool({ destructiveHint: true }), { risk: "low" })).toBe("low");
  expect(riskOf(tool(), { risk: { t: "high" } })).toBe("high");
  expect(riskOf(tool(), { risk: { other: "high" } })).toBe("medium");
  expect(riskOf(tool(), { risk: { other: "high", "*": "low" } })).toBe("low");
});
