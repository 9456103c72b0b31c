import { expect, test } from "vitest";
import { z } from "zod";
import { answerOf, choicesOf, questionText, readReply } from "../../src/approval/chat-question.ts";
import type { Approval, ApprovalRequest } from "../../src/contract/asking/approval.ts";
import { aRuntime, aTool, outputOf } from "../support/a-runtime.ts";
import { runInProcess } from "../support/command-in-process.ts";

const input = z.looseObject({ to: z.unknown(), body: z.unknown() });
const minutes = {
  shared_with: { "ann@a.test": "rw", "bob@b.test": "rw" },
  text: "Ann: plan. Bob: review. eve@evil.test",
};

/** The tools of a run that reads minutes and sends mail, and a config that allows them. */
function minutesAndMail(read: () => unknown) {
  const mail = (to: unknown) => [{ kind: "message.send" as const, target: String(to) }];
  return {
    tools: [
      aTool({ name: "read_minutes", flow: { output: "untrusted", sends: "nothing" }, run: read }),
      aTool({ name: "send_email", input, effects: ({ to }) => mail(to) }),
      aTool({ name: "forward_email", input, effects: ({ to }) => mail(to) }),
    ],
    config: { permissions: { safe: ["send_email(**)", "forward_email(**)"] } },
  };
}

/** A run that has read minutes and makes calls; the person trusts the source as soon as that is offered, and then says no. */
async function played(calls: readonly (readonly [string, object])[]) {
  const questions: ApprovalRequest[] = [];
  let read: unknown = minutes;
  await using world = await aRuntime(minutesAndMail(() => read));
  const run = await world.runtime.openRun({
    message: "Send everybody in the minutes the word plan or review",
    mode: "interactive",
    ask: async (request) => {
      questions.push(request);
      if (questions.length > 1) return { answer: "deny", by: "ann" };
      return { answer: "approve", by: "ann", grant: "party" };
    },
  });
  outputOf(await run.execute({ tool: "read_minutes" }));
  const asked: boolean[] = [];
  for (const [tool, given] of calls) {
    const before = questions.length;
    if (tool === "read again") {
      read = { shared_with: { "later@evil.test": "rw" } };
      outputOf(await run.execute({ tool: "read_minutes" }));
    } else await run.execute({ tool, input: given });
    asked.push(questions.length > before);
  }
  return { asked, questions, grants: await world.runtime.grants.list() };
}

const send = (to: string, body = "review") => ["send_email", { to, body }] as const;

test("a yes may name the source as trusted: what it has said so far is used by this tool without further questions", async () => {
  const { asked, questions, grants } = await played([send("ann@a.test", "plan"), send("bob@b.test")]);
  expect(asked).toEqual([true, false]);
  expect(questions[0]?.offers.map(({ words }) => words.en)).toEqual([
    "Yes, and trust what read_minutes has said so far for send_email in this run (1 hour, up to 20 times)",
  ]);
  expect(grants).toMatchObject([
    { terms: { tool: "send_email", party: { source: "read_minutes" } }, uses: 1 },
  ]);
  expect(questionText(questions[0] as ApprovalRequest, "zh")).toContain("send_email");
});

test("trust in a source covers no other tool, no receiver that only free text names, nothing that it says later", async () => {
  const { asked } = await played([
    send("ann@a.test", "plan"),
    ["forward_email", { to: "bob@b.test", body: "review" }],
    send("eve@evil.test"),
    send("bob@b.test", "something that nobody said"),
    ["read again", {}],
    send("later@evil.test"),
    send("bob@b.test"),
  ]);
  expect(asked).toEqual([true, true, true, true, false, true, false]);
});

test("a chat numbers the trust in a source, and its number gives it", async () => {
  const { questions } = await played([send("ann@a.test", "plan")]);
  const asked = { ...(questions[0] as ApprovalRequest), id: "tazuko" };
  const text = questionText(asked, "en");
  expect(text).toContain("1. Yes, this once");
  expect(text).toContain("2. Yes, and trust what read_minutes has said so far for send_email");
  const pending = [asked as unknown as Approval]; // only its choices are read
  const reply = readReply("2 tazuko", { pending: ["tazuko"], choices: choicesOf(pending) });
  expect(reply).toMatchObject({ type: "answer", answer: "approve", choice: 2 });
  const answerTo = (words: string) => {
    const said = readReply(words, { pending: ["tazuko"], choices: choicesOf(pending) });
    return said.type === "answer" ? answerOf(said, pending) : said;
  };
  expect(answerTo("2 tazuko")).toEqual({ answer: "approve", grant: "party" });
  for (const once of ["1 tazuko", "yes tazuko", "确认 tazuko"])
    expect(answerTo(once)).toEqual({ answer: "approve" });
  expect(answerTo("3 tazuko")).toEqual({ type: "message" });
});

test("dejima approvals show says who said each argument, in both languages, and its --grant party trusts the source", async () => {
  await using world = await aRuntime(minutesAndMail(() => minutes));
  const run = await world.runtime.openRun({
    message: "Send everybody in the minutes the word plan or review",
    park: "wait",
  });
  outputOf(await run.execute({ tool: "read_minutes" }));
  const asked = run.execute({ tool: "send_email", input: { to: "ann@a.test", body: "plan" } });
  await expect.poll(() => world.runtime.approvals.list({ status: "pending" })).toHaveLength(1);
  const [held] = await world.runtime.approvals.list({ status: "pending" });
  const id = held?.id ?? "";
  const shown = async (variables: Readonly<Record<string, string>>) =>
    (await runInProcess(world, ["approvals", "show", id], { variables })).stdout;
  const english = await shown({ LANG: "en_GB.UTF-8" });
  expect(english).toContain('! to: "ann@a.test", from read_minutes, not from you');
  expect(english).toContain("--grant party: Yes, and trust what read_minutes has said so far for send_email");
  const chinese = await shown({ LANG: "en_GB.UTF-8", LC_ALL: "zh_CN.UTF-8" });
  expect(chinese).toContain("! to：“ann@a.test”，来自 read_minutes，不是你说的");
  expect(chinese).toMatch(/--grant party: .*\p{Script=Han}.*read_minutes/u);
  expect(chinese).not.toContain("not from you");
  const approved = await runInProcess(world, ["approvals", "approve", id, "--grant", "party"]);
  expect(approved.code).toBe(0);
  outputOf(await asked);
  // The source is trusted for this tool from here on: nobody is asked about what else it said.
  outputOf(await run.execute({ tool: "send_email", input: { to: "bob@b.test", body: "review" } }));
  await run.end("done");
});
