import { expect, test } from "vitest";
import { groupSteps } from "../../console/pages/chat/group-steps.ts";
import type { Item } from "../../console/pages/chat/turn.ts";

const call = (callId: string, ended = true): Item => ({
  kind: "call",
  call: {
    callId,
    runId: "r",
    tool: "t",
    params: {},
    risk: undefined,
    effects: [],
    verdict: undefined,
    reasons: [],
    startedAt: "",
    live: "",
    ...(ended ? { result: { ok: true } as never } : {}),
  },
});
const text: Item = { kind: "text", text: "x", whole: true };
const shape = (items: readonly Item[]) =>
  groupSteps(items).map((item) =>
    item.kind === "steps" ? item.calls.map(({ callId }) => callId) : item.kind,
  );

test("groupSteps() puts three ended calls together and keeps what goes on in sight", () => {
  expect(shape([call("1"), call("2")])).toEqual(["call", "call"]);
  expect(shape([text, call("1"), call("2"), call("3"), call("4", false)])).toEqual([
    "text",
    ["1", "2", "3"],
    "call",
  ]);
  expect(shape([call("1"), call("2"), call("3"), text, call("4"), text])).toEqual([
    ["1", "2", "3"],
    "text",
    "call",
    "text",
  ]);
  expect(shape([call("1", false), call("2"), call("3"), call("4")])).toEqual(["call", ["2", "3", "4"]]);
  expect(shape([])).toEqual([]);
});
