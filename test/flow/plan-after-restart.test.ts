import { expect, test } from "vitest";
import { z } from "zod";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import { aRuntime, aTool, outputOf } from "../support/a-runtime.ts";

const message = "Invite the two new colleagues of the page www.team.test";
const mail = { $hole: "mail", from: "get_page" } as const;

/** Plans two invitations and makes one of them; then another process goes on, reads the page again and invites the others. */
async function invitedAfterRestart(others: readonly string[]) {
  const page = "ann@a.test bob@a.test";
  const questions: ApprovalRequest[] = [];
  await using world = await aRuntime({
    tools: [
      aTool({
        name: "get_page",
        input: z.looseObject({}),
        flow: { output: "untrusted", sends: "nothing" },
        run: () => page,
      }),
      aTool({
        name: "invite_user",
        input: z.object({ email: z.string() }),
        effects: ({ email }) => [{ kind: "message.send", target: email }],
      }),
    ],
    config: { permissions: { safe: ["invite_user(**)"] } },
  });
  const options = {
    message,
    mode: "interactive" as const,
    ask: async (request: ApprovalRequest) => {
      questions.push(request);
      return { answer: request.lines === undefined ? ("deny" as const) : ("approve" as const), by: "ann" };
    },
  };
  const first = await world.runtime.openRun(options);
  await first.submitPlan([{ tool: "invite_user", times: 2, input: { email: mail } }]);
  expect(questions).toHaveLength(1);
  outputOf(await first.execute({ tool: "get_page" }));
  outputOf(await first.execute({ tool: "invite_user", input: { email: "ann@a.test" } }));
  first.leave();
  const again = await world.runtime.reopenRun(first.id, options);
  outputOf(await again.execute({ tool: "get_page" }));
  const asked: boolean[] = [];
  for (const email of others) {
    const before = questions.length;
    await again.execute({ tool: "invite_user", input: { email } });
    asked.push(questions.length > before);
  }
  return asked;
}

test("a plan applies to a run that continues in another process, minus its used lines", async () => {
  expect(await invitedAfterRestart(["bob@a.test", "ann@a.test"])).toEqual([false, true]);
});

test("after a restart too, a plan covers nobody whom the page does not name", async () => {
  expect(await invitedAfterRestart(["eve@evil.test"])).toEqual([true]);
});
