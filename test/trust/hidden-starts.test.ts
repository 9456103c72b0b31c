import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startingPart } from "../../src/contract/self-starting/starting-part.ts";
import { aWorkspace } from "../files/a-workspace.ts";
import { aRuntime } from "../support/a-runtime.ts";

type Files = Readonly<Record<string, string>>;

async function write(root: string, path: string, content: string): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), content);
}

/** What is set apart after `program` has worked in a workspace that `prepare` has made ready. */
async function setApartAfter(
  files: Files,
  program: (root: string) => Promise<unknown>,
  prepare: (root: string) => Promise<unknown> = async () => {},
) {
  const world = await aWorkspace(files, { setsApart: true });
  await prepare(world.root);
  const kept = await world.open({ callId: "k" }).keep(["."]);
  await program(world.root);
  const { setApart = [] } = await kept.settle();
  return { world, paths: setApart.map(({ path }) => path) };
}

test("keep() looks into a submodule that is called like a folder of Git's objects", async () => {
  const hook = ".git/modules/objects/hooks/post-checkout";
  const { world, paths } = await setApartAfter({}, (root) => write(root, hook, "evil"));
  await using _ = world;
  expect(paths).toEqual([hook]);
  expect(existsSync(join(world.root, hook))).toBe(false);
});

test("keep() puts a hook back to not executable when a program switched it on", async () => {
  const hook = ".git/hooks/pre-push";
  const { world, paths } = await setApartAfter({ [hook]: "#!/bin/sh\n" }, (root) =>
    chmod(join(root, hook), 0o755),
  );
  await using _ = world;
  expect(paths).toEqual([hook]);
  expect((await stat(join(world.root, hook))).mode & 0o111).toBe(0);
});

test("keep() watches what links under self-starting names lead to, existing or not", async () => {
  const { world, paths } = await setApartAfter(
    { "docs/guide.md": "mine", "docs/other.md": "mine", "agents/a.json": "{}", ".git/HEAD": "x" },
    async (root) => {
      await write(root, "docs/guide.md", "evil");
      await write(root, "docs/other.md", "new");
      await write(root, "agents/deep/settings.json", "evil");
      await write(root, "later/pre-commit", "evil");
    },
    async (root) => {
      await symlink("docs/guide.md", join(root, "CLAUDE.md"));
      await symlink("agents", join(root, ".claude"));
      await symlink("../later", join(root, ".git/hooks"));
    },
  );
  await using _ = world;
  expect(paths).toEqual(["agents/deep/settings.json", "docs/guide.md", "later/pre-commit"]);
  expect(await readFile(join(world.root, "CLAUDE.md"), "utf8")).toBe("mine");
});

test("keep() takes nothing out of a folder that a program's new link leads to", async () => {
  const { world, paths } = await setApartAfter({ "docs/guide.md": "mine" }, async (root) => {
    await symlink("docs", join(root, ".claude"));
  });
  await using _ = world;
  expect(paths).toEqual([".claude"]);
  expect(existsSync(join(world.root, "docs/guide.md"))).toBe(true);
});

test("keep() opens folders that a program left unlisted or unwritable", async () => {
  const made = ["a/.git/hooks/pre-commit", "b/.vscode/tasks.json", "c/.vscode/tasks.json"];
  const { world, paths } = await setApartAfter({}, async (root) => {
    for (const path of made) await write(root, path, "evil");
    await chmod(join(root, "a/.git/hooks"), 0o300);
    await chmod(join(root, "b"), 0o100);
    await chmod(join(root, "c/.vscode"), 0o500);
  });
  await using _ = world;
  expect(paths).toEqual(made);
  for (const path of made) expect(existsSync(join(world.root, path)), path).toBe(false);
  // Root lists every folder; what shows there is that the way out is open again.
  expect((await stat(join(world.root, "c/.vscode"))).mode & 0o700).toBe(0o700);
});

test("startingPart() counts every section of a package that is not known to run nothing", () => {
  const part = (data: object) => startingPart("package.json", JSON.stringify(data));
  for (const plain of [
    { name: "a", version: "1.0.0", dependencies: { x: "^1.2.3 || >=2 <3", y: "latest", z: "1.x" } },
    { devDependencies: { "@a/b": "~1.0.0-rc.1+build" }, engines: { node: ">=24" } },
  ])
    expect(part(plain), JSON.stringify(plain)).toBe("");
  for (const odd of [
    ...[
      "file:./evil",
      "..",
      "./evil",
      "evil.tgz",
      "user/repo",
      "git+ssh://h/r",
      "npm:other@1",
      "https://h/a",
    ].map((version) => ({ dependencies: { x: version } })),
    { mocha: { require: "./evil.js" } },
    { ava: { require: ["./evil.js"] } },
    { imports: { "#a": "./evil.js" } },
    { directories: { bin: "./evil" } },
    { "release-it": { hooks: {} } },
    { autoload: { files: ["evil.php"] } },
  ])
    expect(part(odd), JSON.stringify(odd)).not.toBe("");
});

test("a file that a link under a self-starting name leads to is not written without a question, under any of its names", async () => {
  await using world = await aRuntime({ config: { permissions: { safe: ["write_file(./**)"] } } });
  const { runtime, workspace } = world;
  for (const path of ["docs/guide.md", "docs/other.md", "agents/a.json", ".git/HEAD"])
    await write(workspace, path, "mine");
  await symlink("docs/guide.md", join(workspace, "CLAUDE.md"));
  await symlink("agents", join(workspace, ".claude"));
  await symlink("../later", join(workspace, ".git/hooks"));
  for (const path of ["CLAUDE.md", "docs/guide.md", ".claude/b.json", "agents/b.json", "later/pre-commit"]) {
    const outcome = await runtime.execute("write_file", { path, content: "evil" });
    expect(outcome, path).toMatchObject({ type: "failure", error: { code: "approval_required" } });
  }
  expect(await runtime.execute("write_file", { path: "docs/other.md", content: "new" })).toMatchObject({
    type: "success",
  });
});
