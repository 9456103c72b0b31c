import { expect, test, vi } from "vitest";
import { createFormat } from "../../console/core/format.ts";
import { createNotices } from "../../console/core/notices.ts";
import { spansOf } from "../../console/pages/runs/spans.ts";
import type { LogRecord } from "../../console/pages/runs/use-records.ts";
import { configLines } from "../../console/pages/settings/config-rows.ts";
import { schemaFields } from "../../console/parts/schema-fields.ts";

test("schemaFields() names every field with its type, those of objects and lists beneath", () => {
  const fields = schemaFields({
    type: "object",
    required: ["path"],
    properties: {
      path: { type: "string", description: "Where" },
      mode: { enum: ["a", "b"], default: "a" },
      edits: { type: "array", items: { type: "object", properties: { line: { type: "integer" } } } },
      either: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
  });
  expect(fields.map(({ path, type, required }) => `${path}: ${type}${required ? "!" : ""}`)).toEqual([
    "path: string!",
    'mode: "a" | "b"',
    "edits: object[]",
    "edits[].line: integer",
    "either: string | null",
  ]);
  expect(fields[1]?.fallback).toBe('"a"');
  expect(schemaFields({})).toEqual([]);
});

test("configLines() gives each setting a line", () => {
  expect(configLines({ a: { b: ["x", "y"], c: {} }, d: [{ e: 1 }], f: null })).toEqual([
    { path: "a.b", shown: "x, y" },
    { path: "a.c", shown: "" },
    { path: "d[0].e", shown: "1" },
    { path: "f", shown: "null" },
  ]);
});

test("createFormat() tells durations in the units that fit, in both languages", () => {
  const { duration } = createFormat("en");
  expect([0.4, 12, 1_500, 61_000, 6 * 3_600_000, 90_000_000].map(duration)).toEqual([
    "<1 ms",
    "12 ms",
    "1.5 s",
    "1 min 1 s",
    "6 h",
    "1 d 1 h",
  ]);
  expect(createFormat("zh").duration(6 * 3_600_000 + 60_000)).toBe("6 小时 1 分");
});

test("spansOf() leaves the wait for a person out of the bar of a call", () => {
  const at = (second: number) => `2026-11-17T00:00:0${second}.000Z`;
  const call = { callId: "r.1", tool: "write_file", params: {}, effects: [], reasons: [] };
  // Only what the timeline reads of each record.
  const records = [
    { seq: 0, type: "run-start", runId: "r", at: at(0) },
    { seq: 1, type: "call-start", ...call, at: at(1) },
    { seq: 2, type: "approval-start", id: "q", callId: "r.1", at: at(2) },
    { seq: 3, type: "approval-end", id: "q", callId: "r.1", answer: "approve", at: at(8) },
    { seq: 4, type: "call-end", callId: "r.1", result: { ok: true }, durationMs: 1_000, at: at(9) },
  ] as unknown as LogRecord[];
  const bars = spansOf(records).spans.map(({ kind, start, end }) => [kind, start, end]);
  expect(bars).toEqual([
    ["approval", 2_000, 8_000],
    ["call", 8_000, 9_000],
  ]);
});

test("a failure stays longer than a success, and only on the page that it happened on", () => {
  vi.useFakeTimers();
  try {
    const notices = createNotices();
    const shown = () => notices.list.value.map(({ text }) => text);
    notices.show("done", "installed");
    notices.show("failed", "no answer");
    vi.advanceTimersByTime(10_000);
    expect(shown()).toEqual(["no answer"]);
    vi.advanceTimersByTime(15_000);
    expect(shown()).toEqual([]);
    notices.show("failed", "no answer");
    notices.show("done", "installed");
    notices.leavePage();
    expect(shown()).toEqual(["installed"]);
  } finally {
    vi.useRealTimers();
  }
});
