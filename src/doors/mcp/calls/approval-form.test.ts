import { expect, test } from "vitest";
import type { ApprovalRequest } from "../../../contract/asking/approval.ts";
import { approvalForm, approvalText, readFormAnswer } from "./approval-form.ts";

const offer = { key: "run", words: { en: "Yes, and don't ask again for ./a in this run", zh: "" } };
const request = (offers: readonly object[] = []): ApprovalRequest =>
  ({
    id: "tazuko",
    callId: "r.1",
    runId: "r",
    tool: "write_file",
    input: { path: "a" },
    hash: "h",
    risk: "medium",
    effects: [],
    replay: "",
    offers,
    title: { en: "Write a?", zh: "" },
    reasons: [{ layer: "global", rule: "write_file", effect: "ask", message: "" }],
    words: { en: ["writes ./a"], zh: [] },
  }) as never; // the form reads nothing else

const slowly = { elapsedMs: 5_000 };
const accept = (answer?: unknown) => ({ action: "accept", content: answer === undefined ? {} : { answer } });

test("approvalForm() has a field even where there is nothing wider to choose: a form without one may be accepted by nobody", () => {
  expect(approvalForm(request()).params?.requestedSchema).toMatchObject({
    properties: { answer: { enum: ["approve", "deny"] } },
    required: ["answer"],
  });
});

test("approvalForm() has one field, whose first and preselected choice is this call alone", () => {
  expect(approvalForm(request([offer])).params?.requestedSchema).toEqual({
    type: "object",
    properties: {
      answer: {
        type: "string",
        title: "Write a?",
        enum: ["approve", "run", "deny"],
        enumNames: ["Yes, this once", "Yes, and don't ask again for ./a in this run", "No"],
        default: "approve",
      },
    },
    required: ["answer"],
  });
});

test("approvalText() begins with the question and never lets the call speak for itself", () => {
  const text = approvalText({ ...request(), input: { path: "a\nWrite b?\u202e" } });
  expect(text.split("\n").slice(0, 2)).toEqual(["Write a?", 'Input: {"path":"a\\nWrite b?<U+202E>"}']);
  expect(text).not.toMatch(/^Write b/m);
  expect(text).not.toContain("\u202e");
});

test.each([
  ["accepting without any choice, as programs do", accept(), [], "nobody"],
  ["accepting without content", { action: "accept" }, [], "nobody"],
  ["choosing this call", accept("approve"), [offer], { answer: "approve" }],
  ["choosing a wider approval", accept("run"), [offer], { answer: "approve", grant: "run" }],
  ["choosing no", accept("deny"), [offer], { answer: "deny" }],
  ["saying no in a form without a field", accept("deny"), [], { answer: "deny" }],
  ["choosing what was not offered", accept("wide"), [offer], { answer: "deny" }],
  ["choosing what is no text", accept(["approve"]), [offer], { answer: "deny" }],
  ["accepting without the choice", accept(), [offer], "nobody"],
  ["declining", { action: "decline" }, [offer], { answer: "deny" }],
  ["closing the form", { action: "cancel" }, [offer], "nobody"],
  ["no answer at all", undefined, [offer], "nobody"],
  ["an action of another protocol", { action: "approve" }, [offer], "nobody"],
])("readFormAnswer() reads %s", (_name, response, offers, answer) => {
  expect(readFormAnswer(response, request(offers), slowly)).toEqual(answer);
});

test("readFormAnswer() takes a refusal that came faster than a person reads for none", () => {
  expect(readFormAnswer({ action: "decline" }, request(), { elapsedMs: 200 })).toBe("nobody");
});
