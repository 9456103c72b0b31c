import { expect, test } from "vitest";
import type { ApprovalRequest } from "../../../contract/asking/approval.ts";
import { clientOf } from "../client.ts";
import { CallFlow, type FinishedStep } from "./call-flow.ts";

const client = clientOf({ name: "c", version: "1" }, { elicitation: {} }, "alice");
const request: ApprovalRequest = {
  id: "tazuko",
  callId: "r.1",
  runId: "r",
  tool: "write_file",
  summary: "",
  input: {},
  hash: "",
  risk: "low",
  effects: [],
  reasons: [],
  words: { en: [], zh: [] },
  replay: "",
  offers: [],
} as never; // the flow passes it on

for (const lowered of [false, true])
  test(`CallFlow ${lowered ? "leaves a question to others if the role was lowered while it waited" : "takes the answer of a person who may approve"}`, async () => {
    let mayAnswer = true;
    const flow = new CallFlow({ tool: "write_file", client, canBeAsked: () => mayAnswer });
    flow.start(new Promise<FinishedStep>(() => {}));
    const over = new AbortController();
    const answered = flow.askApproval(request, over.signal);
    const asked = await flow.next();
    if (asked.type !== "questions") return expect.unreachable(asked.type);
    mayAnswer = !lowered;
    const [key = ""] = asked.requests.keys();
    flow.answer({ [key]: { action: "accept", content: { answer: "approve" } } });
    if (!lowered) return expect(await answered).toEqual({ answer: "approve", by: "alice" });
    expect(await Promise.race([answered, flow.next()])).toMatchObject({ type: "parked" });
    over.abort();
    await expect(answered).rejects.toMatchObject({ code: "cancelled" });
  });

test("CallFlow asks no form whose yes would not count: somebody else has to approve", async () => {
  const flow = new CallFlow({ tool: "write_file", client, canBeAsked: () => true, needsOthers: () => true });
  flow.start(new Promise<FinishedStep>(() => {}));
  const over = new AbortController();
  const answered = flow.askApproval(request, over.signal);
  expect(await Promise.race([answered, flow.next()])).toMatchObject({ type: "parked" });
  over.abort();
  await expect(answered).rejects.toMatchObject({ code: "cancelled" });
});
