import { expect, test } from "vitest";
import { aCommandLine } from "../agent/command-line.ts";
import { anEditor } from "./an-editor.ts";

test("a rule that another process changes holds in an open session", async () => {
  await using cli = await aCommandLine();
  await using editor = await anEditor(cli);
  const session = await editor.begin();
  await editor.prompt(session, "run `sleep 0`");
  expect(editor.asked).toHaveLength(1);
  expect((await cli.run(["policy", "allow", "shell(sleep 0)"])).code).toBe(0);
  // The session sees the change a moment later: until then it asks, which is a yes here.
  await expect
    .poll(
      async () => {
        const before = editor.asked.length;
        await editor.prompt(session, "run `sleep 0`");
        return editor.asked.length - before;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(0);
});
