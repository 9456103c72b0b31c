import { link, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listDrivers } from "../../src/sandbox/create-sandbox.ts";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";

const [bubblewrap] = await listDrivers();
const works = bubblewrap?.usable === true;
const why = works ? "" : ` (skipped: ${bubblewrap?.reason})`;
const ask = async () => ({ answer: "approve", by: "test" }) as const;
const rules = ["write_file(**)", "delete_file(**)", "move_file(**)", "file.write(**)", "file.delete(**)"];

test("no file tool changes personas or tools that Dejima obeys, under no name and by no rule; reading is fine", async () => {
  await using world = await aRuntime({
    files: { "personas/mine.yaml": "old", "own/tool.txt": "old", "a.txt": "a" },
    toolFolders: ["own"],
    ask,
    config: { permissions: { safe: rules } },
  });
  const { runtime, workspace } = world;
  await symlink("personas", join(workspace, "linked"));
  await link(join(workspace, "personas/mine.yaml"), join(workspace, "hard.yaml"));
  const paths = [
    "personas/mine.yaml",
    "personas/new.yaml",
    "Personas/new.yaml",
    "linked/new.yaml",
    "hard.yaml",
    "own/new.ts",
    "./own//deep/new.ts",
  ];
  for (const path of paths) {
    const written = await runtime.execute("write_file", { path, content: "evil" });
    expect(errorOf(written), path).toMatchObject({
      code: "path_blocked",
      message: expect.stringContaining("no tool may change it"),
    });
    expect(errorOf(await runtime.execute("move_file", { from: "a.txt", to: path })).code, path).toBe(
      "path_blocked",
    );
  }
  expect(errorOf(await runtime.execute("delete_file", { path: "personas/mine.yaml" })).code).toBe(
    "path_blocked",
  );
  expect(
    JSON.stringify(outputOf(await runtime.execute("read_file", { path: "personas/mine.yaml" }))),
  ).toContain("old");
  expect(await readFile(join(workspace, "personas/mine.yaml"), "utf8")).toBe("old");
});

test.runIf(works)(
  `no program changes personas or tools that Dejima obeys, nor moves them away${why}`,
  async () => {
    await using world = await aRuntime({
      files: { "personas/mine.yaml": "old", "own/tool.txt": "old" },
      toolFolders: ["own"],
      ask,
      config: { permissions: { confirm: ["shell"] } },
    });
    for (const command of [
      "echo evil > personas/mine.yaml",
      "echo evil > own/new.ts",
      "mv personas other",
      "rm -r own",
    ]) {
      const outcome = await world.runtime.execute("shell", { command, write: true });
      expect(errorOf(outcome).code, command).toBe("exit_nonzero");
    }
    expect(await readFile(join(world.workspace, "personas/mine.yaml"), "utf8")).toBe("old");
    expect(await readFile(join(world.workspace, "own/tool.txt"), "utf8")).toBe("old");
  },
);
