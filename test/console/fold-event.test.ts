import { expect, test } from "vitest";
import { foldEvent, newCall } from "../../console/pages/chat/fold-event.ts";
import { newTurn } from "../../console/pages/chat/turn.ts";
import { callPhase, countWaiting } from "../../console/parts/call/call-phase.ts";
import type { HarbourEvent } from "../../src/contract/event.ts";

const base = { runId: "r", at: "2026-11-15T10:00:00.000Z" };
const usage = { inputTokens: 3, outputTokens: 4, cachedTokens: 0 };
const modelEnd = {
  type: "model-end",
  ...base,
  model: "m",
  requestHash: "",
  calls: [] as never[],
  usage,
  durationMs: 1,
} as const;
const fold = (...events: HarbourEvent[]) => events.reduce(foldEvent, newTurn("hello", 0));

test("foldEvent() joins pieces of text, and takes the whole of it when it is known", () => {
  const streamed = fold(
    { type: "text-delta", ...base, text: "Hel" },
    { type: "text-delta", ...base, text: "lo" },
  );
  expect(streamed.items).toEqual([{ kind: "text", text: "Hello", whole: false }]);
  const settled = foldEvent(streamed, { ...modelEnd, text: "Hello." });
  expect(settled.items).toEqual([{ kind: "text", text: "Hello.", whole: true }]);
  expect(settled.tokens).toBe(7);
});

test("foldEvent() shows the same from a log, which has no pieces, as from a stream", () => {
  const end = { type: "run-end", ...base, status: "done", calls: 0, answer: "Hello." } as const;
  const live = fold({ type: "text-delta", ...base, text: "Hello." }, { ...modelEnd, text: "Hello." }, end);
  expect(fold({ ...modelEnd, text: "Hello." }, end)).toEqual(live);
});

test("foldEvent() keeps what the model thought apart from what it said, live and from a log", () => {
  const thinking = (text: string) => ({ type: "thinking-delta", ...base, text }) as const;
  const end = { ...modelEnd, thinking: "Tide, then wind.", text: "At noon." };
  const live = fold(thinking("Tide, "), thinking("then"), { type: "text-delta", ...base, text: "At" });
  expect(live.items).toEqual([
    { kind: "thinking", text: "Tide, then", whole: false },
    { kind: "text", text: "At", whole: false },
  ]);
  const settled = [
    { kind: "thinking", text: "Tide, then wind.", whole: true },
    { kind: "text", text: "At noon.", whole: true },
  ];
  expect(foldEvent(live, end).items).toEqual(settled);
  expect(fold(end).items).toEqual(settled);
  // What was thought before a retry counts for nothing.
  expect(fold(thinking("Storm!"), { ...modelEnd, text: "At noon." }).items).toEqual(settled.slice(1));
});

test("foldEvent() never shows what the model was asked aside as an answer", () => {
  const end = { type: "run-end", ...base, status: "done", calls: 0, answer: "Hello." } as const;
  const turn = fold(
    { ...modelEnd, purpose: "summary", text: "The user wants tea." },
    { ...modelEnd, text: "Hello." },
    { ...modelEnd, purpose: "reflection", text: '{"verdict":"complete"}' },
    end,
  );
  expect(turn.items).toEqual([{ kind: "text", text: "Hello.", whole: true }]);
  expect(turn.tokens).toBe(21);
});

test("foldEvent() ends with the answer that was given, whatever the model wrote", () => {
  const turn = fold(
    { ...modelEnd, text: "I wrote the file." },
    { type: "run-end", ...base, status: "done", calls: 0, answer: "Nothing was written." },
  );
  expect(turn.items).toEqual([{ kind: "text", text: "Nothing was written.", whole: true }]);
});

test("foldEvent() keeps a call's question, answer and end on its card", () => {
  const start = {
    type: "call-start",
    ...base,
    callId: "r.1",
    tool: "write_file",
    params: {},
    effects: [] as never[],
    reasons: [] as never[],
  } as const;
  const asked = fold(start, { type: "approval-start", ...base, callId: "r.1", callHash: "", id: "abc" });
  expect(asked.items).toMatchObject([{ kind: "call", call: { question: { id: "abc" } } }]);
  const answered = foldEvent(asked, {
    type: "approval-end",
    ...base,
    callId: "r.1",
    callHash: "",
    answer: "deny",
    by: "me",
  });
  expect(answered.items).toMatchObject([{ call: { question: { id: "abc", answer: "deny", by: "me" } } }]);
});

test("foldEvent() puts the calls of a program inside it, with their questions and ends", () => {
  const call = { ...base, params: {}, effects: [], reasons: [], risk: "low", verdict: "allow" } as const;
  const start = (callId: string, tool: string, parent?: string): HarbourEvent =>
    ({ type: "call-start", ...call, callId, tool, ...(parent && { parent }) }) as unknown as HarbourEvent; // fields that nobody folds are left out
  const turn = fold(
    start("r.1", "run_program"),
    start("r.2", "list_files", "r.1"),
    {
      type: "call-end",
      ...base,
      callId: "r.2",
      durationMs: 4,
      result: { ok: true },
    } as unknown as HarbourEvent, // as above
    start("r.3", "move_file", "r.1"),
    { type: "approval-start", ...base, callId: "r.3", id: "q" } as unknown as HarbourEvent, // as above
    start("r.4", "read_file", "r.gone"),
  );
  expect(turn.items).toMatchObject([
    {
      kind: "call",
      call: {
        tool: "run_program",
        inner: [
          { tool: "list_files", result: { ok: true } },
          { tool: "move_file", question: { id: "q" } },
        ],
      },
    },
    { kind: "call", call: { tool: "read_file" } },
  ]);
  const [program] = turn.items;
  expect(program?.kind === "call" && countWaiting(program.call)).toBe(1);
});

test("callPhase() lets a call of something that is off wait until it is asked about", () => {
  const call = newCall({
    type: "call-start",
    ...base,
    callId: "c",
    tool: "write_file",
    params: {},
    risk: "high",
    effects: [],
    verdict: "deny",
    reasons: [],
  });
  expect(callPhase(call)).toBe("waiting");
  expect(callPhase({ ...call, verdict: "allow" })).toBe("running");
  const error = { code: "tool_not_allowed", message: "off" };
  expect(callPhase({ ...call, result: { ok: false, error } as never })).toBe("denied");
});
