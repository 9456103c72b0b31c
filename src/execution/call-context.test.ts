import { expect, test } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf } from "../../test/support/a-runtime.ts";

const seen = aTool({
  name: "what_it_sees",
  run: (_input, { userId, allowedPaths }) => ({ userId, allowedPaths }),
});

test("a tool gets the user of its task, even after a restart, and the folders it may reach", async () => {
  await using world = await aRuntime({ tools: [seen], files: { "data/a.txt": "a" } });
  const { runtime, workspace } = world;
  expect(outputOf(await runtime.execute("what_it_sees"))).toEqual({
    userId: "local",
    allowedPaths: [workspace],
  });
  const run = await runtime.openRun({ title: "ann's", user: "ann" });
  expect(outputOf(await run.execute("what_it_sees"))).toMatchObject({ userId: "ann" });
  expect(outputOf(await run.execute("what_it_sees", {}, { allowedPaths: ["data"] }))).toEqual({
    userId: "ann",
    allowedPaths: [`${workspace}/data`],
  });
  run.leave();
  const again = await runtime.reopenRun(run.id);
  expect(outputOf(await again.execute("what_it_sees"))).toMatchObject({ userId: "ann" });
});

test("a call reaches only the folders that its caller allows, by any path and with any tool", async () => {
  const composed = aTool({
    name: "composed",
    composes: true,
    input: z.object({ path: z.string() }),
    run: async ({ path }, { calls }) =>
      (await calls?.make({ index: 0, tool: "read_file", input: { path } }, "reads"))?.outcome,
  });
  const files = { "data/a.txt": "a", "other/b.txt": "b" };
  await using world = await aRuntime({
    tools: [composed],
    files,
    config: { permissions: { safe: ["shell"] } },
  });
  const { runtime, workspace } = world;
  const allowedPaths = ["data"];
  const read = (path: string) => runtime.execute("read_file", { path }, { allowedPaths });
  expect(outputOf(await read("data/a.txt"))).toMatchObject({ content: "a" });
  for (const path of ["other/b.txt", "data/../other/b.txt", `${workspace}/other/b.txt`, "."])
    expect(errorOf(await read(path))).toMatchObject({ code: "path_blocked" });
  const shell = await runtime.execute("shell", { command: "cat other/b.txt" }, { allowedPaths });
  expect(errorOf(shell).code).toBe("path_blocked");
  const inner = await runtime.execute("composed", { path: "other/b.txt" }, { allowedPaths });
  expect(outputOf(inner)).toMatchObject({ type: "failure", error: { code: "path_blocked" } });
  // It can only narrow what the config allows.
  const wide = await runtime.execute("read_file", { path: "/etc/hostname" }, { allowedPaths: ["/"] });
  expect(errorOf(wide).code).toBe("path_blocked");
});

test("set_env reaches shell commands of the same user, with its mark, unless a rule denies reading it", async () => {
  const environment = { read: [], write: ["COLOUR", "SHAPE"] };
  const permissions = { safe: ["set_env", "shell"], deny: ["env.read(SHAPE)"] };
  await using world = await aRuntime({ config: { tools: { environment }, permissions } });
  const { runtime } = world;
  const shown = async (user: string) => {
    const run = await runtime.openRun({ title: "looks", user });
    const output = outputOf(await run.execute("shell", { command: 'echo "[$COLOUR|$SHAPE]"' }));
    return { stdout: (output as { stdout: string }).stdout.trim(), sources: run.sources };
  };
  const first = await runtime.openRun({ title: "sets", user: "ann", untrusted: ["a page"] });
  for (const key of ["COLOUR", "SHAPE"]) await first.execute("set_env", { key, value: `dark ${key}` });
  expect(await shown("bob")).toEqual({ stdout: "[|]", sources: [] });
  expect(await shown("ann")).toMatchObject({ stdout: "[dark COLOUR|]", sources: ["a page"] });
});
