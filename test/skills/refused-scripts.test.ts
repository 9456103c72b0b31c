import { expect, test } from "vitest";
import { aRuntime } from "../support/a-runtime.ts";

test("an unknown skill is told before anybody is asked, under every name of the field", async () => {
  await using world = await aRuntime({ ask: () => expect.unreachable("asked") });
  for (const input of [{ skill: "nothing" }, { skill_name: "nothing" }, { skillName: "nothing" }]) {
    expect(await world.runtime.execute("run_skill_script", { ...input, script: "a.sh" })).toMatchObject({
      error: { code: "skill_not_found" },
    });
    expect(await world.runtime.execute("uninstall_skill", input)).toMatchObject({
      error: { code: "skill_not_found" },
    });
  }
  expect(await world.runtime.execute("get_skill_info", { skillName: "time" })).toMatchObject({
    type: "success",
  });
  expect(await world.runtime.execute("get_skill_info", { skil: "time" })).toMatchObject({
    error: { code: "invalid_input", message: expect.stringContaining("skill, offset") },
  });
});

test("what cannot run is told before anybody is asked: a skill that nobody accepted, a script that is not there", async () => {
  await using world = await aRuntime({
    ask: () => expect.unreachable("asked"),
    files: { ".claude/skills/found/SKILL.md": "---\nname: found\ndescription: Finds\n---\nGo\n" },
  });
  const run = (input: object) => world.runtime.execute("run_skill_script", input);
  expect(await run({ skill: "found", script: "go.sh" })).toMatchObject({
    error: { code: "approval_required", message: expect.stringContaining("dejima skill trust found") },
  });
  expect(await run({ skill: "time", script: "gone.mjs" })).toMatchObject({ error: { code: "not_found" } });
  expect(await run({ skill: "time" })).toMatchObject({ error: { code: "invalid_input" } });
});
