import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listDrivers } from "../../src/sandbox/create-sandbox.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { aWorkspace } from "./a-workspace.ts";

const [bubblewrap] = await listDrivers();

/** Puts a link to a folder outside where the workspace was. */
async function replaceRoot(root: string, outside: string): Promise<void> {
  await mkdir(outside, { recursive: true });
  await writeFile(join(outside, "a.txt"), "SECRET");
  await rename(root, `${root}-real`);
  await symlink(outside, root);
}

test("file tools do not follow a workspace that was replaced by a link to outside", async () => {
  await using world = await aWorkspace({ "a.txt": "inside" });
  const { root, outside } = world;
  const before = world.open();
  expect(String(await before.read("a.txt", { maxBytes: 100 }))).toBe("inside");
  await replaceRoot(root, outside);
  for (const files of [before, world.open()]) {
    const read = await files.read("a.txt", { maxBytes: 100 }).then(String, (error) => error.code);
    expect(read).not.toContain("SECRET");
    await files.write("new.txt", Buffer.from("x")).catch(() => {});
  }
  expect((await readdir(outside)).toSorted()).toEqual(["a.txt"]);
  expect(await readFile(join(outside, "a.txt"), "utf8")).toBe("SECRET");
});

test.skipIf(bubblewrap?.usable !== true)(
  "a program does not get a workspace that was replaced by a link to outside",
  async () => {
    const config = { permissions: { safe: ["shell(**)", "file.write(**)", "read_file", "write_file(**)"] } };
    await using world = await aRuntime({ config });
    const { runtime, workspace } = world;
    await writeFile(join(workspace, "a.txt"), "inside");
    const shell = (command: string) => runtime.execute("shell", { command, write: true });
    expect(JSON.stringify(await shell("cat a.txt"))).toContain("inside");
    const outside = join(dirname(workspace), "outside-of-it");
    await replaceRoot(workspace, outside);
    expect(JSON.stringify(await shell("cat a.txt; cat ./*; echo x > new.txt"))).not.toContain("SECRET");
    expect(JSON.stringify(await runtime.execute("read_file", { path: "a.txt" }))).not.toContain("SECRET");
    expect(existsSync(join(outside, "new.txt"))).toBe(false);
  },
);
