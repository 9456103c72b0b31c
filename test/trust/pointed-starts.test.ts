import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aWorkspace } from "../files/a-workspace.ts";
import { aRuntime } from "../support/a-runtime.ts";

type Files = Readonly<Record<string, string>>;

async function write(root: string, path: string, content: string): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), content);
}

/** What is set apart after a program, that was given these folders, has written these files. */
async function setApartAfter(before: Files, written: Files, folders: readonly string[] = ["."]) {
  const world = await aWorkspace(before, { setsApart: true });
  const kept = await world
    .open({ callId: "k" })
    .keep(folders.map((path) => path.replace("ROOT", world.root)));
  for (const [path, content] of Object.entries(written)) await write(world.root, path, content);
  const { setApart = [] } = await kept.settle();
  return { world, paths: setApart.map(({ path }) => path) };
}

const HOOKS: Files = {
  plain: "[core]\n\thooksPath = tools/hooks\n",
  "in one line": '[core] HOOKSPATH="tools/hooks" ; comment\n',
  "over two lines": "[CORE]\nhookspath = tools/\\\nhooks\n",
  "the last one": "[core]\n\tbare = false\n[core]\n\thooksPath = ./x/../tools/hooks # mine\n",
  "below another tree": "[core]\n\tworktree = ../tools\n\thooksPath = hooks\n",
};

describe("keep() sets apart what the config of a repository leads to", () => {
  for (const [how, config] of Object.entries(HOOKS))
    test(`hooks in another folder: ${how}`, async () => {
      const { world, paths } = await setApartAfter(
        { ".git/config": config, "tools/hooks/pre-push": "mine" },
        { "tools/hooks/pre-commit": "evil", "tools/hooks/pre-push": "evil", "tools/other": "fine" },
      );
      await using _ = world;
      expect(paths).toEqual(["tools/hooks/pre-commit", "tools/hooks/pre-push"]);
      expect(existsSync(join(world.root, "tools/hooks/pre-commit"))).toBe(false);
      expect(await readFile(join(world.root, "tools/hooks/pre-push"), "utf8")).toBe("mine");
    });

  test("configs that it includes, and those that they include", async () => {
    const { world, paths } = await setApartAfter(
      {
        ".git/config": '[include]\n\tpath = ../shared/one\n[includeIf "gitdir:x"]\n\tpath = ../later\n',
        "shared/one": "[include]\n\tpath = two\n[core]\n\tbare = false\n",
      },
      { "shared/one": "[alias]\n\tx = !evil\n", "shared/two": "evil", later: "evil", "shared/three": "fine" },
    );
    await using _ = world;
    expect(paths).toEqual(["later", "shared/one", "shared/two"]);
  });

  test("programs that it names, existing or spelt as a path", async () => {
    const config =
      '[core]\n\tfsmonitor = ./watch\n[filter "x"]\n\tclean = python3 clean.py %f\n\tsmudge = "sh -c \'tool\'"\n';
    const { world, paths } = await setApartAfter(
      { ".git/config": config, tool: "mine" },
      { watch: "evil", "clean.py": "evil", tool: "evil", less: "fine" },
    );
    await using _ = world;
    expect(paths).toEqual(["clean.py", "tool", "watch"]);
  });

  test("hooks at the top of the repository count by their names alone", async () => {
    const { world, paths } = await setApartAfter(
      { ".git/config": "[core]\n\thooksPath = .\n" },
      { "pre-commit": "evil", "notes.txt": "fine", "sub/pre-commit": "fine" },
    );
    await using _ = world;
    expect(paths).toEqual(["pre-commit"]);
  });

  test("a worktree whose repository lies elsewhere", async () => {
    const { world, paths } = await setApartAfter(
      {
        "../outside/.git/config": "[core]\n\thooksPath = hooks-here\n",
        "../outside/.git/worktrees/w/commondir": "../..\n",
        ".git": "gitdir: ../outside/.git/worktrees/w\n",
      },
      { "hooks-here/post-checkout": "evil" },
    );
    await using _ = world;
    expect(paths).toEqual(["hooks-here/post-checkout"]);
  });
});

test("keep() knows files by their names in the workspace, also where a program was given only a folder of it", async () => {
  const { world, paths } = await setApartAfter(
    {
      ".github/a.md": "a",
      "scripts/b": "b",
      ".git/config": "[core]\n\thooksPath = scripts\n",
      "plain/c": "c",
    },
    { ".github/workflows/x.yml": "evil", "scripts/pre-commit": "evil", "plain/workflows/x.yml": "fine" },
    ["./.github", "scripts", "plain"],
  );
  await using _ = world;
  expect(paths).toEqual([".github/workflows/x.yml", "scripts/pre-commit"]);
});

test("keep() looks in folders outside of the allowed ones, too", async () => {
  const { world, paths } = await setApartAfter(
    { "../outside/.github/a.md": "a" },
    { "../outside/.github/workflows/x.yml": "evil", "../outside/.github/b.md": "fine" },
    ["ROOT/../outside/.github"],
  );
  await using _ = world;
  expect(paths).toEqual([join(world.outside, ".github/workflows/x.yml")]);
  expect(existsSync(join(world.outside, ".github/workflows/x.yml"))).toBe(false);
});

test("a file that the config of a repository leads to is not written without a question", async () => {
  await using world = await aRuntime({
    config: { permissions: { safe: ["write_file(./**)"] } },
    files: { ".git/config": "[core]\n\thooksPath = tools/hooks\n[include]\n\tpath = ../more\n" },
  });
  for (const path of ["tools/hooks/pre-commit", "tools/./hooks/sub/x", "more"])
    expect(await world.runtime.execute("write_file", { path, content: "x" }), path).toMatchObject({
      type: "failure",
      error: { code: "approval_required" },
    });
  expect(await world.runtime.execute("write_file", { path: "tools/other", content: "x" })).toMatchObject({
    type: "success",
  });
});
