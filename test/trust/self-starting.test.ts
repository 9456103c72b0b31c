import { expect, test } from "vitest";
import { DejimaError } from "../../src/contract/error.ts";
import { SELF_STARTING } from "../../src/contract/self-starting/families.ts";
import { selfStarting } from "../../src/contract/self-starting/self-starting.ts";
import { startingPart } from "../../src/contract/self-starting/starting-part.ts";
import { judge } from "../../src/policy/judge.ts";
import { provenanceLayer } from "../../src/policy/provenance-layer.ts";
import { globalLayer } from "../../src/policy/rule-layers.ts";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";
import { KNOWN_STARTS, SELF_STARTING_PATHS, selfStartingSpellings } from "./self-starting-spellings.ts";

const GENERAL = [
  "write_file(./**)",
  "edit_file(./**)",
  "move_file(./**)",
  "file.write(**)",
  "file.delete(**)",
];
const writeFile = {
  name: "write_file",
  aliases: [],
  risk: "medium",
  source: "builtin",
  category: "file",
  flow: { output: "by effects", sends: "by effects", keeps: "nothing", files: "guarded", changes: "things" },
} as const;

const judging = (safe: readonly string[], sources: readonly string[] = []) => {
  const layers = [
    globalLayer({ safe, confirm: [], deny: [] }, { base: "/work", lineOf: () => undefined }),
    provenanceLayer({ sources: () => sources, mayFollow: () => false, workspace: "/work" }),
  ];
  return (target: string) => judge({ tool: writeFile, effects: [{ kind: "file.write", target }] }, layers);
};

test("the table holds well over a thousand paths, each of them in one family, in small letters", () => {
  expect(SELF_STARTING_PATHS.length).toBeGreaterThan(1_000);
  for (const { paths } of SELF_STARTING) {
    expect(paths).toBe(paths.toLowerCase());
    for (const pattern of paths.split(/\s+/))
      expect(pattern.replace(/\/$/, "").split("/").length).toBeLessThan(4);
  }
});

test("selfStarting() leaves alone what people and programs write all day", () => {
  const plain = `src/main.ts README.md docs/guide.md notes.txt data.csv index.html style.css .gitignore .git/HEAD .git/index .git/refs/heads/main
    .git/objects/ab/cdef .git/logs/HEAD lib/a.py tests/test_a.py build/out.js dist/app.css report.pdf LICENSE config.json settings.json
    requirements.txt package-lock.json .github/ISSUE_TEMPLATE/bug.md .editorconfig .git/rebase-merge/done docs/memory.md prisma/schema.prisma .env.example tools/convert.py scripts/a.sh`;
  expect(plain.split(/\s+/).filter((path) => selfStarting(path) !== undefined)).toEqual([]);
});

test.each([
  ".qutebrowser/config.py",
  ".cpan/CPAN/MyConfig.pm",
  ".sage/init.sage",
  ".maxima/maxima-init.mac",
  ".luarocks/config.lua",
])("selfStarting() knows the start file of a little-known program: %s", (path) => {
  expect(selfStarting(`/work/${path}`)).toBeDefined();
});

test("10,000 spellings of self-starting files: a general rule allows none, and a tainted run is told why", () => {
  const clean = judging(GENERAL);
  const tainted = judging(GENERAL, ["a page"]);
  for (const path of selfStartingSpellings(KNOWN_STARTS, 10_000, 7)) {
    const target = `/work/${path}`;
    if (selfStarting(target) === undefined) expect.fail(path);
    const { verdict, reasons } = clean(target);
    const why = reasons.find(({ message }) =>
      message.includes("only one that names this file or its folder"),
    );
    const asks = tainted(target).reasons.find(
      ({ layer, effect }) => layer === "provenance" && effect === "ask",
    );
    if (verdict !== "ask" || why === undefined || asks === undefined) expect.fail(`${path}: ${verdict}`);
  }
});

test("2,000 spellings of self-starting files: no file tool reaches one without a question", async () => {
  await using world = await aRuntime({
    config: { permissions: { safe: GENERAL } },
    files: { "from.txt": "x" },
  });
  const calls = [
    (path: string) => ["write_file", { path, content: "x" }] as const,
    (path: string) => ["edit_file", { path, find: "a", replace: "b" }] as const,
    (path: string) => ["move_file", { from: "from.txt", to: path }] as const,
  ];
  let asked = 0;
  for (const [index, path] of [...selfStartingSpellings(SELF_STARTING_PATHS, 2_000, 11)].entries()) {
    const [tool, input] = calls[index % 3]?.(path) ?? expect.fail("no call");
    try {
      const { verdict } = await world.runtime.explain(tool, input);
      if (verdict !== "ask") expect.fail(`${tool} ${path}: ${verdict}`);
      asked += 1;
    } catch (error) {
      if (!(error instanceof DejimaError) || error.code !== "path_blocked") throw error;
    }
  }
  expect(asked).toBeGreaterThan(600);
});

test("a rule that names the file or its folder allows it, also beside a general one, but not in a tainted run", () => {
  for (const [rule, path] of [
    ["write_file(./Makefile)", "Makefile"],
    ["write_file(.github/workflows/**)", ".github/workflows/a.yml"],
    ["write_file(.vscode/)", ".vscode/tasks.json"],
    ["write_file(**/package.json)", "sub/package.json"],
  ] as const) {
    expect(judging([rule])(`/work/${path}`).verdict).toBe("allow");
    expect(judging([...GENERAL, rule])(`/work/${path}`).verdict).toBe("allow");
    expect(judging([...GENERAL, rule], ["a page"])(`/work/${path}`).verdict).toBe("ask");
  }
  for (const rule of ["write_file(./.*)", "write_file(./M*)", "write_file(*)", "write_file(**/*)"])
    expect(judging([rule])("/work/Makefile").verdict).not.toBe("allow");
});

test("a tainted run is asked about every hidden file, also one that no table knows", () => {
  for (const path of [
    ".tool-of-tomorrow",
    ".editor2/start.json",
    "sub/.agent-x/rules.md",
    ".env",
    ".git/branches/x",
    ".venv/bin/python",
    ".tool-of-tomorrow/plugins/deep/start.lua",
  ]) {
    expect([path, selfStarting(path)]).toEqual([path, undefined]);
    expect([path, judging(["write_file(./**)"])(`/work/${path}`).verdict]).toEqual([path, "allow"]);
    expect([path, judging(["write_file(./**)"], ["a page"])(`/work/${path}`).verdict]).toEqual([path, "ask"]);
  }
  for (const path of [
    ".gitignore",
    ".prettierignore",
    "docs/.gitkeep",
    ".env.example",
    "src/a.ts",
    "a/../b.txt",
  ])
    expect([path, judging(["write_file(./**)"], ["a page"])(`/work/${path}`).verdict]).toEqual([
      path,
      "allow",
    ]);
});

test("the starting part of a list for git rebase is its commands, of a tsconfig what loads code", () => {
  const todo = ".git/rebase-merge/git-rebase-todo";
  expect(startingPart(todo, "pick 1234 exec\n# x y\n")).toBe("");
  expect(startingPart(todo, "pick 1234 a\n  exec ./run\nx ./run2\n")).toBe("  exec ./run\nx ./run2");
  expect(startingPart("tsconfig.json", '{"compilerOptions": {"strict": true}}')).toBe("");
  for (const text of [
    '{"compilerOptions": {"plugins": []}}',
    "{ compilerOptions: { 'plugins': [] } }",
    '{"compilerOptions": {plugins: []}}',
    '{"ts-node": {}}',
    '{"\\u0070lugins": []}',
  ])
    expect(startingPart("sub/tsconfig.build.json", text)).toBe(text);
  expect(startingPart("package.json", '{"browserslist": ["extends browserslist-config-x"]}')).toContain(
    "extends",
  );
});

test("the starting part of a Git config holds a branch whose remote is a program, not one that is a name or a location", () => {
  const branch = (remote: string) => startingPart(".git/config", `[branch "main"]\n\tremote = ${remote}\n`);
  for (const plain of ["origin", "team/fork", "https://example.com/a.git", "git@example.com:a.git", "../a"])
    expect([plain, branch(plain)]).toEqual([plain, ""]);
  for (const odd of ["ext::sh -c ./x", "helper::x", "-oProxyCommand=x", "ssh://-oProxyCommand=x/y"])
    expect(branch(odd)).toContain(odd);
});

test("a person's yes to exactly that write is enough: the file is written and nothing more is asked", async () => {
  const questions: string[] = [];
  await using world = await aRuntime({
    config: { permissions: { safe: GENERAL } },
    ask: async ({ reasons }) => {
      questions.push(...reasons.map(({ message }) => message));
      return { answer: "approve", by: "test" };
    },
  });
  outputOf(await world.runtime.execute("write_file", { path: ".envrc", content: "echo hello" }));
  expect(questions.join()).toContain("it is loaded when someone enters the folder");
});

test("with nobody to ask, a tainted run writes no self-starting file", async () => {
  await using world = await aRuntime({ config: { permissions: { safe: GENERAL } } });
  const run = await world.runtime.openRun({ untrusted: ["a page"] });
  for (const path of [
    ".cursorrules",
    "sitecustomize.py",
    ".config/fish/config.fish",
    ".mcp.json",
    ".gitattributes",
  ])
    expect(errorOf(await run.execute({ tool: "write_file", input: { path, content: "x" } })).code).toBe(
      "approval_required",
    );
});
