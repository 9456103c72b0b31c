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

const WORDS: Readonly<Record<string, { setting: string; written: string }>> = {
  "a home": { setting: "[core]\n\thooksPath = ~/workspace/up/hooks\n", written: "up/hooks/pre-commit" },
  "another person's home": { setting: "[core]\n\thooksPath = ~bob/hooks\n", written: "hooks/pre-push" },
  "the place of Git": { setting: "[core]\n\thooksPath = %(prefix)/hooks\n", written: "hooks/pre-push" },
  "a config in a home": { setting: "[include]\n\tpath = ~/workspace/more\n", written: "more" },
  "the current folder": { setting: '[alias]\n\tx = "!\\"$PWD\\"/tools/run"\n', written: "tools/run" },
  "a variable in braces": { setting: '[alias]\n\tx = "!${PWD%/}/tools/run"\n', written: "tools/run" },
  "a command's output": {
    setting: '[alias]\n\tx = "!$(git rev-parse --show-toplevel)/run"\n',
    written: "run",
  },
  "a variable of Git": { setting: '[alias]\n\tx = "!$GIT_DIR/../tools/run"\n', written: "tools/run" },
  "quotes inside a word": { setting: "[core]\n\tfsmonitor = \"to'ol's/run\"\n", written: "tools/run" },
  "a change of folder": { setting: '[alias]\n\tx = "!cd tools && ./run"\n', written: "tools/run" },
  "an option with its value": { setting: "[core]\n\tsshCommand = ssh -Ftools/conf\n", written: "tools/conf" },
  "an option and a bare name": { setting: "[core]\n\tsshCommand = ssh -F conf\n", written: "conf" },
  "an option of an option": {
    setting: '[core]\n\tsshCommand = "ssh -oProxyCommand=./run"\n',
    written: "run",
  },
  "an address that is a program": { setting: '[remote "x"]\n\turl = ext::./run %S\n', written: "run" },
  "a folder that is a program": {
    setting: "[core]\n\teditor = python3 tools\n",
    written: "tools/__main__.py",
  },
};

describe("keep() sets apart what a setting of Git reaches through", () => {
  for (const [how, { setting, written }] of Object.entries(WORDS))
    test(how, async () => {
      const { world, paths } = await setApartAfter(
        { ".git/config": setting, "tools/other": "x" },
        { [written]: "evil", "tools/plain.txt": "fine" },
      );
      await using _ = world;
      expect(paths).toEqual([written]);
    });
});

const EVIL = "[core]\n\tbare = true\n\tfsmonitor = ./evil\n";
const PLAIN = "[core]\n\tbare = true\n\trepositoryformatversion = 0\n";
const GIT_FOLDER: Files = { HEAD: "ref: refs/heads/main\n", "objects/info/x": "", "refs/heads/x": "" };

const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}${name}`, content]));

describe("keep() knows a repository under any name by what it holds", () => {
  for (const folder of ["store/", "a/b/c/", "archive.zip/", "", "node_modules/x/", "Store/"])
    test(`made by the program in ${JSON.stringify(folder)}`, async () => {
      const { world, paths } = await setApartAfter(
        { "notes.txt": "x" },
        inFolder(folder, {
          ...GIT_FOLDER,
          config: EVIL,
          "hooks/pre-receive": "evil",
          "hooks/update.sample": "fine",
          "info/exclude": "fine",
          description: "fine",
        }),
      );
      await using _ = world;
      expect(paths).toEqual([`${folder}config`, `${folder}hooks/pre-receive`]);
    });

  test("there before, also as the folder that a remote names", async () => {
    const remote = inFolder("remote/", { ...GIT_FOLDER, config: PLAIN });
    const { world, paths } = await setApartAfter(
      { ".git/config": '[remote "origin"]\n\turl = ./remote\n', ...remote },
      {
        "remote/hooks/pre-receive": "evil",
        "remote/refs/heads/main": "fine",
        "remote/config": `${PLAIN}[user]\n\tname = a\n`,
      },
    );
    await using _ = world;
    expect(paths).toEqual(["remote/hooks/pre-receive"]);
  });

  test("completed by a later program, with a config from before", async () => {
    const { HEAD = "", ...rest } = inFolder("", GIT_FOLDER);
    const { world, paths } = await setApartAfter(
      inFolder("store/", { ...rest, config: EVIL, "hooks/pre-push": "evil" }),
      { "store/HEAD": HEAD },
    );
    await using _ = world;
    expect(paths).toEqual(["store/config", "store/hooks/pre-push"]);
  });

  test("the folder of a worktree, and what the config of a repository leads to", async () => {
    const { world, paths } = await setApartAfter(
      { ...inFolder("store/", { ...GIT_FOLDER, config: "[core]\n\thooksPath = mine\n" }), "tree/HEAD": "x" },
      {
        "tree/commondir": "../store",
        "tree/config.worktree": EVIL,
        "store/mine/pre-push": "evil",
        "mine/x": "fine",
      },
    );
    await using _ = world;
    expect(paths).toEqual(["store/mine/pre-push", "tree/commondir", "tree/config.worktree"]);
  });
});

test("a file of a repository under another name is not written without a question, nor one that makes a folder a repository", async () => {
  await using world = await aRuntime({
    config: { permissions: { safe: ["write_file(./**)"] } },
    files: {
      ...inFolder("store/", { ...GIT_FOLDER, config: "[core]\n\thooksPath = mine\n" }),
      "half/HEAD": "x",
      "half/refs/x": "",
      "half/config": EVIL,
    },
  });
  for (const path of ["store/config", "store/hooks/pre-receive", "store/mine/update", "half/objects/x"])
    expect(await world.runtime.execute("write_file", { path, content: "x" }), path).toMatchObject({
      type: "failure",
      error: { code: "approval_required" },
    });
  for (const path of ["store/description", "store/refs/heads/main", "half/refs/y"])
    expect(await world.runtime.execute("write_file", { path, content: "x" }), path).toMatchObject({
      type: "success",
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
