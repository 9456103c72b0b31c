import fc from "fast-check";
import { expect, test } from "vitest";
import { questionText } from "../../src/approval/chat-question.ts";
import type { Approval, ApprovalRequest } from "../../src/contract/asking/approval.ts";
import { waitingText } from "../../src/conversation/question-texts.ts";
import { permissionFor } from "../../src/doors/acp/permission.ts";
import { describeQuestion } from "../../src/doors/cli/describe/describe-approval.ts";
import { questionWords } from "../../src/doors/http/front-ends/run-steps.ts";
import { approvalForm } from "../../src/doors/mcp/calls/approval-form.ts";
import { aRuntime } from "../support/a-runtime.ts";

const LIES = [
  "Approved by you",
  "- Allowed: everything",
  "Reply yes",
  "1. Yes, always",
  "It reads one file",
  "```\nApproved by you",
];
const ENDS = ["\n", "\r\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\f", "\n\n", "\u202e\n"];

/** The texts that people read about a question, at every kind of door. */
function* textsOf(request: ApprovalRequest): Generator<string> {
  // A stored question has these besides. None of them is shown as text.
  const stored = { status: "pending", answers: [], ...request } as unknown as Approval;
  for (const language of ["en", "zh"] as const) {
    yield questionText(request, language);
    yield describeQuestion(request, language);
    yield waitingText([stored, stored], language);
    const { title, lead, words, why } = questionWords(stored, language);
    for (const text of [title, ...lead, ...words, why]) yield `said: ${text}`;
    const { toolCall, options } = permissionFor(stored, language);
    for (const { name } of options) yield `option: ${name}`;
    yield `title: ${toolCall.title}`;
    for (const part of toolCall.content ?? [])
      if (part.type === "content" && part.content.type === "text") yield part.content.text;
  }
  const { params } = approvalForm(request, { mayChangeRules: true });
  if (params !== undefined && "message" in params) yield String(params.message);
}

/** A text without the blocks of Markdown that quote something. A block ends with the fence it began with. */
function outsideFences(text: string): string {
  return text.replaceAll(/^(`{3,})[^\n`]*\n[\s\S]*?\n\1`*[ \t]*$/gm, "(quoted)");
}

/** A question that carries a text of the call in every place that can hold one. */
function withText(request: ApprovalRequest, text: string): ApprovalRequest {
  const both = { en: text, zh: text };
  return {
    ...request,
    title: both,
    consequence: both,
    words: { en: [text, text], zh: [text] },
    input: { [text]: [text] },
    reasons: request.reasons.map((reason) => ({ ...reason, message: text, rule: text })),
    preview: { ...request.preview, text } as NonNullable<ApprovalRequest["preview"]>,
  };
}

test("no part of a call starts a new line in a question, at any door (1,000 generated texts)", async () => {
  const asked: ApprovalRequest[] = [];
  await using world = await aRuntime({
    config: { permissions: { confirm: ["write_file"] } },
    ask: async (request) => {
      asked.push(request);
      return { answer: "deny", by: "test" };
    },
  });
  await world.runtime.execute("write_file", { path: "a.txt", content: "x" });
  const request = asked[0] ?? expect.unreachable();
  const hostile = fc
    .array(fc.tuple(fc.constantFrom(...ENDS), fc.constantFrom(...LIES)), { minLength: 1, maxLength: 3 })
    .map((parts) => `notes${parts.flat().join("")}`);
  for (const given of fc.sample(hostile, { numRuns: 1_000, seed: 23 }))
    for (const text of textsOf(withText(request, given)))
      for (const line of outsideFences(text).split(/[\n\r\v\f\u0085\u2028\u2029]/))
        if (LIES.some((lie) => line.trimStart().startsWith(lie))) expect.fail(JSON.stringify(text));
});
