import { expect, test } from "vitest";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";
import { nextQuestion } from "./next-question.ts";

const config = { permissions: { confirm: ["write_file"] } };

async function conversation() {
  const world = await aRuntime({ config });
  const run = await world.runtime.openRun({ park: "wait", place: "chat" });
  let shown = "";
  const say = (text: string) =>
    world.runtime.approvals.reply(text, { by: "ann", door: "chat", runIds: [run.id], shown });
  const ask = async (path: string) => {
    const question = nextQuestion(world.runtime);
    const outcome = run.execute({ tool: "write_file", input: { path, content: "x" } });
    shown = (await question).id;
    return { question: await question, outcome };
  };
  return { ...world, run, say, ask, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test("reply() answers the question of the conversation, and only when the whole message is an answer", async () => {
  await using chat = await conversation();
  const { outcome, question } = await chat.ask("a.txt");
  expect(question.expiresAt - question.createdAt).toBe(600_000);
  for (const text of ["不确认", "yes but only the first", "I know", "好的，不过先等等"])
    expect(await chat.say(text)).toMatchObject({ type: "message", pending: [{ id: question.id }] });
  expect(await chat.say(" 确认 ")).toMatchObject({ type: "answered", result: { accepted: true } });
  expect(outputOf(await outcome)).toEqual({ bytesWritten: 1 });
  expect(await chat.runtime.approvals.show(question.id)).toMatchObject({
    answers: [{ answer: "approve", by: "ann", door: "chat" }],
  });
  expect(await chat.say("yes")).toEqual({ type: "message", pending: [] });
});

test("reply() wants the id when several wait, and never answers a question of another conversation", async () => {
  await using chat = await conversation();
  const [first, second] = [await chat.ask("a.txt"), await chat.ask("b.txt")];
  expect(await chat.say("yes")).toMatchObject({ type: "ambiguous" });
  const stranger = await chat.runtime.approvals.reply(`yes ${first.question.id}`, {
    by: "eve",
    door: "chat",
    runIds: [(await chat.runtime.openRun()).id],
  });
  expect(stranger).toEqual({ type: "message", pending: [] });
  expect(await chat.say(`no ${second.question.id}`)).toMatchObject({ type: "answered" });
  expect(errorOf(await second.outcome)).toMatchObject({ code: "approval_denied", message: /ann said no/ });
  // The other one was shown last: a word alone is not taken for this one.
  expect(await chat.say("yes")).toMatchObject({ type: "ambiguous" });
  expect(await chat.say(`yes ${first.question.id}`)).toMatchObject({ type: "answered" });
  outputOf(await first.outcome);
});

test("text() puts a question in both languages, with the replies that answer it", async () => {
  await using chat = await conversation();
  const { question, outcome } = await chat.ask("a.txt");
  const { approvals } = chat.runtime;
  const english = await approvals.text(question, "en");
  expect(english).toContain(
    `Approval needed · write_file · risk high · ${question.id}\nWrite a.txt?\nChanges ./a.txt; this can be undone.\n- writes ./a.txt\nBecause: the rule "write_file" says to ask`,
  );
  expect(english).toContain(`Reply "yes ${question.id}" to go on, "no ${question.id}" to leave it.`);
  const chinese = await approvals.text(question, "zh");
  expect(chinese).toContain(
    `需要批准 · write_file · 风险：高 · ${question.id}\n写入 a.txt？\n会改动 ./a.txt，可以撤销。\n- 写入 ./a.txt`,
  );
  expect(chinese).toContain(`回复「确认 ${question.id}」继续，回复「取消 ${question.id}」放弃。`);
  await chat.say("no");
  await outcome;
});
