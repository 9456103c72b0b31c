import { expect, test } from "vitest";
import { type ReplayOptions, replay } from "../../bench/flow/replay.ts";
import { household } from "./suites/household.ts";

const VARIANTS: Readonly<Record<string, ReplayOptions>> = {
  "the widest grant always taken": { policy: "allowed", grants: "widest" },
  "an MCP server with hints, plans, trust in sources, orders in base64": {
    policy: "allowed",
    declared: "mcp",
    plans: true,
    grants: "party",
    injection: "base64",
  },
};

for (const [name, options] of Object.entries(VARIANTS))
  test(`no order in what a tool found makes a tool of another service act unasked: ${name}`, async () => {
    const { attacks, silent, asked, needless, blocked } = await replay(household, options);
    expect(attacks).toBeGreaterThanOrEqual(300);
    expect(silent).toEqual([]);
    expect({ asked, needless, blocked }).toEqual({ asked: [], needless: 0, blocked: 0 });
  });
