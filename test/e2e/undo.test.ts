import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCliFolder } from "../support/run-cli.ts";

const RULES = 'permissions:\n  safe: ["write_file(./**)", "delete_file(./**)"]\n';

test("dejima undo lists the calls that changed files, and undo last takes them back one after another", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": RULES, "a.txt": "old" });
  const call = async (tool: string, input: object) =>
    (await cli.run(["tool", "call", tool, "--input", JSON.stringify(input), "--json"])).json<{
      callId: string;
    }>();
  const content = () => readFile(join(cli.folder, "a.txt"), "utf8");
  expect((await cli.run(["undo"])).stdout).toBe(
    "No call has changed a file or a database, or installed a server yet.\n",
  );
  expect((await cli.run(["undo", "nope"])).stderr).toContain("`dejima undo` lists the calls");
  await call("write_file", { path: "a.txt", content: "one" });
  await call("read_file", { path: "a.txt" });
  const { callId } = await call("delete_file", { path: "a.txt" });

  const listed = await cli.run(["undo", "--json"]);
  expect(listed.json()).toMatchObject({
    changes: [
      { callId, tool: "delete_file", files: [join(cli.folder, "a.txt")], undone: false },
      { tool: "write_file", undone: false },
    ],
  });
  expect((await cli.run(["undo", "last", "--json"])).json()).toMatchObject({
    undone: [{ path: "a.txt", action: "restored" }],
  });
  expect(await content()).toBe("one");
  expect((await cli.run(["undo"])).stdout).toMatch(/delete_file +a\.txt +undone\n.*write_file +a\.txt/);
  await cli.run(["undo", "last"]);
  expect(await content()).toBe("old");
  const none = await cli.run(["undo", "last"]);
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Nothing to undo: no recent call changed a file"),
  });
});

test("dejima undo last leaves a file alone that was changed since, and says which", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": RULES, "a.txt": "old" });
  const input = JSON.stringify({ path: "a.txt", content: "one" });
  await cli.run(["tool", "call", "write_file", "--input", input]);
  await writeFile(join(cli.folder, "a.txt"), "mine");
  const { code, stderr } = await cli.run(["undo", "last"]);
  expect(code).toBe(1);
  expect(stderr).toContain('"a.txt" changed since');
  expect(await readFile(join(cli.folder, "a.txt"), "utf8")).toBe("mine");
});
