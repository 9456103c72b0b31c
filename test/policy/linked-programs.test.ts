import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRuntime, errorOf } from "../support/a-runtime.ts";

const yaml = `permissions:
  safe: ["shell(*)"]
  deny: ["shell(rm *)", "shell(git push*)"]
`;

test("a rule about a program holds for links to it in the workspace, whatever they are called", async () => {
  await using world = await aRuntime({ yaml, files: { "sub/a.txt": "a", "own.sh": "echo own" } });
  await symlink("/bin/rm", join(world.workspace, "tidy"));
  await symlink("../tidy", join(world.workspace, "sub/tidier"));
  await symlink("/bin/sh", join(world.workspace, "sub/start"));
  await symlink("own.sh", join(world.workspace, "own"));
  const verdicts = async (command: string) => (await world.runtime.explain("shell", { command })).verdict;
  for (const line of [
    "./tidy -f sub/a.txt",
    "sub/tidier x",
    "cd sub && ./tidier x",
    "cd sub; cd ..; ./tidy x",
  ])
    expect([line, await verdicts(line)]).toEqual([line, "deny"]);
  expect(await verdicts("sub/start a.sh")).toBe("ask");
  expect(await verdicts("./own a")).toBe("allow");
  const error = errorOf(
    await world.runtime.execute("shell", { command: "./tidy -f sub/a.txt", write: true }),
  );
  expect(error.code).toBe("tool_not_allowed");
});
