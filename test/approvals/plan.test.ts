import { expect, test } from "vitest";
import type { ApprovalAnswer, ApprovalRequest } from "../../src/contract/asking/approval.ts";
import { aRuntime, aTool, errorOf, outputOf } from "../support/a-runtime.ts";

const config = { permissions: { confirm: ["write_file"] } };
const write = (path: string, content = "x") => ({ tool: "write_file", input: { path, content } });
const PLAN = [
  write("a.txt"),
  { tool: "current_time" },
  write("b.txt"),
  { tool: "delete_file", input: { path: "a.txt" } },
];

async function planned(answer: Omit<ApprovalAnswer, "by">) {
  const questions: ApprovalRequest[] = [];
  const world = await aRuntime({
    config,
    files: { "a.txt": "old" },
    ask: async (request) => {
      questions.push(request);
      return questions.length === 1 ? { ...answer, by: "ann" } : { answer: "deny", by: "ann" };
    },
  });
  const typeOf = async ({ tool, input }: { tool: string; input?: object }) =>
    (await world.runtime.execute(tool, input)).type;
  return { ...world, questions, typeOf, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test("submitPlan() asks once about all lines, and each approved line runs exactly once", async () => {
  await using world = await planned({ answer: "approve" });
  const { lines } = await world.runtime.submitPlan(PLAN);
  expect(lines.map(({ verdict, approved }) => [verdict, approved])).toEqual([
    ["ask", true],
    ["allow", false],
    ["ask", true],
    ["deny", false],
  ]);
  expect(world.questions).toHaveLength(1);
  expect(world.questions[0]?.lines?.map(({ tool }) => tool)).toEqual(PLAN.map(({ tool }) => tool));
  expect(await world.typeOf(write("b.txt"))).toBe("success");
  expect(await world.typeOf(write("a.txt"))).toBe("success");
  expect(world.questions).toHaveLength(1);
  expect(await world.typeOf(write("a.txt"))).toBe("failure");
  expect(world.questions).toHaveLength(2);
});

test("submitPlan() gives rights for nothing but the lines as they were shown", async () => {
  await using world = await planned({ answer: "approve" });
  await world.runtime.submitPlan(PLAN);
  expect(await world.typeOf(write("a.txt", "other"))).toBe("failure");
  expect(await world.typeOf({ tool: "delete_file", input: { path: "a.txt" } })).toBe("failure");
  const other = await world.runtime.openRun();
  expect(errorOf(await other.execute(write("b.txt"))).code).toBe("approval_denied");
});

test("submitPlan() lets a person approve line by line", async () => {
  await using world = await planned({ answer: "approve", lines: [3] });
  const { lines } = await world.runtime.submitPlan(PLAN);
  expect(lines.map(({ approved }) => approved)).toEqual([false, false, true, false]);
  outputOf(await world.runtime.execute("write_file", write("b.txt").input));
  expect(await world.typeOf(write("a.txt"))).toBe("failure");
});

test("submitPlan() refuses an answer for a line that does not wait for one", async () => {
  await using world = await planned({ answer: "approve", lines: [4] });
  await expect(world.runtime.submitPlan(PLAN)).rejects.toMatchObject({
    code: "invalid_input",
    message: /line 4/,
  });
});

test("submitPlan() throws when the person says no, and the lines stay asked for", async () => {
  await using world = await planned({ answer: "deny" });
  await expect(world.runtime.submitPlan(PLAN)).rejects.toMatchObject({ code: "approval_denied" });
  expect(await world.typeOf(write("b.txt"))).toBe("failure");
});

test("the same line made twice at once runs once without a question", async () => {
  await using world = await planned({ answer: "approve" });
  await world.runtime.submitPlan(PLAN);
  const types = await Promise.all([world.typeOf(write("b.txt")), world.typeOf(write("b.txt"))]);
  expect(types.sort()).toEqual(["failure", "success"]);
});

test("the command that repeats a line names the skill that brings its tool", async () => {
  const questions: ApprovalRequest[] = [];
  const tool = { ...aTool({ name: "file_report", risk: "medium" }), skill: "weekly report" };
  await using world = await aRuntime({
    tools: [tool],
    ask: async (request) => {
      questions.push(request);
      return { answer: "approve", by: "ann" };
    },
  });
  await world.runtime.submitPlan([{ tool: "file_report", input: { week: 3 } }, write("a.txt")]);
  expect(questions[0]?.replay).toContain("--skill 'weekly report'");
});
