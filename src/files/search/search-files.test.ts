import { link, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace, type TestWorkspace } from "../../../test/files/a-workspace.ts";
import { makeFifo } from "../../../test/files/make-fifo.ts";
import type { SearchOptions } from "../../contract/data/file-access.ts";
import { DejimaError } from "../../contract/error.ts";
import { runTrustedProgram } from "../../sandbox/process/trusted-programs.ts";
import { createFileGuard } from "../file-guard.ts";

const DEFAULTS: SearchOptions = {
  ignoreCase: false,
  literal: false,
  limit: 1000,
  filesOnly: false,
  maxLineLength: 200,
};

async function aTree() {
  const world = await aWorkspace({
    "plain.txt": "alpha\nbeta\ngamma alpha\n",
    "no-end.txt": "first\nlast alpha",
    "crlf.txt": "alpha\r\nbeta alpha\r\n\r\nend\r\n",
    "lone-cr.txt": "alpha\rbeta\nalpha\r",
    "long.txt": `${"x".repeat(5000)}alpha${"y".repeat(5000)}\nshort alpha\n`,
    "chinese.txt": "第一行\n你好 alpha 世界\n\u00e9t\u00e9 alphabet\n",
    "bom.txt": "\ufeffalpha at the start\n",
    "utf16.txt": Buffer.from("\ufeffalpha in utf-16\nand beta\n", "utf16le"),
    "utf16be.txt": Buffer.from("\ufeffalpha in utf-16be\n", "utf16le").swap16(),
    "gbk.txt": Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x61, 0x6c, 0x70, 0x68, 0x61, 0xff, 0x62, 0x0a]),
    "broken.txt": Buffer.concat([Buffer.from("a"), Buffer.from([0xe4, 0xbd]), Buffer.from("z alpha\n")]),
    "binary.bin": Buffer.from("alpha\0beta\n"),
    "late.bin": Buffer.concat([Buffer.from("alpha\n".repeat(20_000)), Buffer.from([0])]),
    "empty.txt": "",
    ".hidden": "alpha hidden\n",
    ".hidden-folder/in.txt": "alpha\n",
    "sub/deep/in.ts": "const alpha = 1;\nAlpha ALPHA\n",
    "sub/-dash.ts": "alpha -- dash\n",
    "sub/sp ace.ts": "alpha in space\n",
    ".gitignore": "ignored/\n*.log\n!kept.log\n",
    "ignored/in.txt": "alpha\n",
    "x.log": "alpha\n",
    "kept.log": "alpha\n",
    "sub/.gitignore": "/generated.ts\n",
    "sub/generated.ts": "alpha\n",
    "sub/deep/generated.ts": "alpha generated\n",
    ".git/HEAD": "alpha\n",
    ".env": "SECRET=alpha\n",
    ".dejima/dejima.db": "alpha\n",
    "odd:name $(x).txt": "alpha odd\n",
    "../outside/secret.txt": "alpha secret\n",
  });
  await symlink("plain.txt", join(world.root, "link.txt"));
  await symlink("sub", join(world.root, "link-folder"));
  await symlink(world.outside, join(world.root, "out"));
  await link(join(world.home, "dejima.db"), join(world.root, "hard.txt"));
  makeFifo(join(world.root, "pipe"));
  return world;
}

/** The same search with and without ripgrep. */
async function bothEngines(
  world: TestWorkspace,
  pattern: string,
  options: Partial<SearchOptions> = {},
  path = ".",
) {
  const { root: workspace, home, undoFolder } = world;
  const common = { workspace, allowedPaths: [workspace], protectedPaths: [home] };
  const open = { callId: "s", undoFolder, signal: new AbortController().signal };
  const builtIn = createFileGuard(common).open(open);
  const ripgrep = createFileGuard({ ...common, runProgram: runTrustedProgram }).open(open);
  return Promise.all([
    builtIn.search(path, pattern, { ...DEFAULTS, ...options }),
    ripgrep.search(path, pattern, { ...DEFAULTS, ...options }),
  ]);
}

const PATTERNS: readonly (readonly [pattern: string, options?: Partial<SearchOptions>])[] = [
  ["alpha"],
  ["ALPHA", { ignoreCase: true }],
  ["(?i)ALPHA$"],
  ["^alpha"],
  ["alpha$"],
  ["^alpha$"],
  ["^$"],
  ["\\balpha\\b"],
  ["好\\b.*\\balpha"],
  ["\\Balpha"],
  ["a.z"],
  ["a..z"],
  ["a[^q]z"],
  ["a\\Wz"],
  ["你.*世"],
  ["^.{5}$"],
  ["[[:alpha:]]{5} [[:digit:]]?"],
  ["\\p{Han}+ alpha"],
  ["\\pL\\d*"],
  ["[\\w-]+ -- "],
  ["[\\d\\s]alpha"],
  ["[^\\w\\s]"],
  ["[a&&b]"],
  ["[]a]lpha"],
  ["[a\\-z]lpha"],
  ["\\.|;"],
  ["a{1,2}lpha"],
  ["(?:al|be)(?:pha|ta)"],
  ["(?P<name>alpha)"],
  ["(a|b|g)+l*?pha"],
  ["x{2,3}alpha"],
  ["\\Aalpha"],
  ["alpha\\z"],
  ["\\<|\\>"],
  ["\\x61lpha"],
  ["\\x{4f60}"],
  ["\\Qalpha =\\E"],
  ["(?s)a.pha"],
  ["alpha\\s"],
  ["\\s$"],
  ["\\S+\\r"],
  ["-- dash"],
  ["-e"],
  ["zzz"],
  ["a.pha", { literal: true }],
  ["= 1;", { literal: true }],
  ["ALPHA =", { literal: true, ignoreCase: true }],
  ["alpha", { glob: "*.ts" }],
  ["alpha", { glob: "sub/**" }],
  ["alpha", { filesOnly: true }],
  ["alpha", { limit: 3 }],
  ["alpha", { limit: 3, filesOnly: true }],
  ["\u00c9T\u00c9", { ignoreCase: true }],
  ["\u212a", { ignoreCase: true }],
];

/** What ripgrep reads otherwise, or not at all. */
const OWN_ENGINE_ONLY = ["\\x{4f60}", "\\Qalpha =\\E", "(?s)a.pha", "\\S+\\r"];

test("search() gives the same answers with ripgrep and without it", async () => {
  await using world = await aTree();
  const own: string[] = [];
  for (const [pattern, options] of PATTERNS) {
    const [{ engine: first, ...builtIn }, { engine: second, ...ripgrep }] = await bothEngines(
      world,
      pattern,
      options,
    );
    expect({ pattern, options, ...ripgrep }).toEqual({ pattern, options, ...builtIn });
    expect(first).toBe("built-in");
    if (second === "built-in") own.push(pattern);
  }
  expect(own).toEqual(OWN_ENGINE_ONLY);
}, 300_000);

test("search() finds lines of text in every encoding it knows, and passes over what it should", async () => {
  await using world = await aTree();
  const [found] = await bothEngines(world, "alpha");
  expect(found.files).toEqual([
    ".hidden",
    ".hidden-folder/in.txt",
    "bom.txt",
    "broken.txt",
    "chinese.txt",
    "crlf.txt",
    "gbk.txt",
    "kept.log",
    "lone-cr.txt",
    "long.txt",
    "no-end.txt",
    "odd:name $(x).txt",
    "plain.txt",
    "sub/-dash.ts",
    "sub/deep/generated.ts",
    "sub/deep/in.ts",
    "sub/sp ace.ts",
    "utf16.txt",
    "utf16be.txt",
  ]);
  expect(found).toMatchObject({ hidden: 3, ignored: 4, tooLarge: 0, truncated: false });
  expect(found.hits.filter(({ path }) => path === "crlf.txt")).toEqual([
    { path: "crlf.txt", line: 1, text: "alpha" },
    { path: "crlf.txt", line: 2, text: "beta alpha" },
  ]);
  const long = found.hits.find(({ path }) => path === "long.txt");
  expect(long?.text).toContain("alpha");
  expect(long?.text.length).toBeLessThanOrEqual(202);
});

test("search() looks into one file when asked to, ignored or not, and into ignored folders by name", async () => {
  await using world = await aTree();
  for (const path of ["x.log", "ignored", "ignored/in.txt"]) {
    for (const found of await bothEngines(world, "alpha", {}, path)) expect(found.files).toHaveLength(1);
  }
  const [below] = await bothEngines(world, "alpha", {}, "sub");
  expect(below.ignored).toBe(1);
  await expect(bothEngines(world, "a", {}, "none")).rejects.toMatchObject({ code: "io_error" });
});

test("search() refuses patterns that are none and says what would work", async () => {
  await using world = await aWorkspace({ "a.txt": "a" });
  for (const pattern of [
    "(",
    "[",
    "a**",
    "(?=a)",
    "(a)\\1",
    "\\",
    "a\nb",
    "x{2000}",
    "(?<n",
    "y".repeat(5000),
  ]) {
    await expect(bothEngines(world, pattern), pattern).rejects.toMatchObject({ code: "invalid_input" });
  }
  await expect(bothEngines(world, "a", { glob: "{" })).rejects.toMatchObject({ code: "invalid_input" });
});

test("search() does not hang on patterns and lines made to be slow", async () => {
  await using world = await aWorkspace({ "a.txt": `${"a".repeat(50_000)}!\n`.repeat(3) });
  const started = performance.now();
  for (const pattern of ["(a+)+$", "(a|aa)+$", "(.*a){20}$", "(a*)*b", "^(\\w+\\s?)*$"]) {
    await bothEngines(world, pattern);
  }
  expect(performance.now() - started).toBeLessThan(15_000);
});

test("search() falls back to its own engine when ripgrep fails, is missing or says too much", async () => {
  await using world = await aWorkspace({ "a.txt": "alpha" });
  const failures = [
    async () => Promise.reject(new DejimaError("spawn_failed", "no ripgrep")),
    async () => ({ exitCode: 2, stdout: Buffer.alloc(0), truncated: false }),
    async () => ({ exitCode: 0, stdout: Buffer.alloc(0), truncated: true }),
  ];
  for (const runProgram of failures) {
    const guard = createFileGuard({
      workspace: world.root,
      allowedPaths: [world.root],
      protectedPaths: [],
      runProgram,
    });
    const files = guard.open({
      callId: "s",
      undoFolder: world.undoFolder,
      signal: new AbortController().signal,
    });
    expect(await files.search(".", "alpha", DEFAULTS)).toMatchObject({
      engine: "built-in",
      files: ["a.txt"],
    });
  }
});

test("search() returns nothing from a file that was swapped for a link while ripgrep ran", async () => {
  await using world = await aWorkspace({
    "a.txt": "alpha",
    "b.txt": "alpha",
    "../outside/s": "alpha secret",
    ".env": "alpha",
  });
  const guard = createFileGuard({
    workspace: world.root,
    allowedPaths: [world.root],
    protectedPaths: [],
    async runProgram(options) {
      const result = await runTrustedProgram(options);
      await import("node:fs/promises").then(async ({ unlink }) => {
        await unlink(join(world.root, "a.txt"));
        await symlink(join(world.outside, "s"), join(world.root, "a.txt"));
        await unlink(join(world.root, "b.txt"));
        await symlink(".env", join(world.root, "b.txt"));
      });
      return result;
    },
  });
  const files = guard.open({
    callId: "s",
    undoFolder: world.undoFolder,
    signal: new AbortController().signal,
  });
  expect(await files.search(".", "alpha", DEFAULTS)).toMatchObject({
    engine: "ripgrep",
    files: [],
    hits: [],
  });
});

test("search() stops when the call ends", async () => {
  await using world = await aWorkspace();
  for (let n = 0; n < 200; n++) await writeFile(join(world.root, `${n}`), "alpha\n".repeat(1000));
  const stop = new AbortController();
  const searching = world.open({ signal: stop.signal }).search(".", "alpha", DEFAULTS);
  setImmediate(() => stop.abort());
  await expect(searching).rejects.toMatchObject({ code: "cancelled" });
});
