import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace, type TestWorkspace } from "../../../test/files/a-workspace.ts";

async function paths(
  world: TestWorkspace,
  path: string,
  options: { pattern?: string; recursive?: boolean } = {},
) {
  const { files } = await world.open().list(path, { recursive: true, limit: 100, ...options });
  return files.map(({ path }) => path);
}

const TREE = {
  "b.ts": "",
  "a.md": "",
  "src/x.ts": "",
  "src/deep/y.ts": "",
  "src/deep/z.js": "",
  ".hidden/h.ts": "",
};

test("list() gives a folder's entries in the order of paths, or the whole tree", async () => {
  await using world = await aWorkspace(TREE);
  expect(await paths(world, ".", { recursive: false })).toEqual([".hidden", "a.md", "b.ts", "src"]);
  expect(await paths(world, "src")).toEqual(["src/deep", "src/deep/y.ts", "src/deep/z.js", "src/x.ts"]);
});

test("list() takes globs over names, and over paths where they have a slash", async () => {
  await using world = await aWorkspace(TREE);
  expect(await paths(world, ".", { pattern: "*.ts" })).toEqual([
    ".hidden/h.ts",
    "b.ts",
    "src/deep/y.ts",
    "src/x.ts",
  ]);
  expect(await paths(world, ".", { pattern: "src/*.ts" })).toEqual(["src/x.ts"]);
  expect(await paths(world, ".", { pattern: "**/deep/*.{js,ts}" })).toEqual([
    "src/deep/y.ts",
    "src/deep/z.js",
  ]);
  expect(await paths(world, "src", { pattern: "deep/**" })).toEqual(["src/deep/y.ts", "src/deep/z.js"]);
  await expect(paths(world, ".", { pattern: "{a" })).rejects.toMatchObject({ code: "invalid_input" });
  await expect(paths(world, ".", { pattern: "[z-a]" })).rejects.toMatchObject({ code: "invalid_input" });
});

test("list() says when there is more than the limit, and cuts off the depths first", async () => {
  await using world = await aWorkspace(TREE);
  const listing = await world.open().list(".", { recursive: true, limit: 5 });
  expect(listing).toMatchObject({ truncated: true });
  expect(listing.files.map(({ path }) => path)).toEqual([".hidden", ".hidden/h.ts", "a.md", "b.ts", "src"]);
  const exact = await world.open().list("src", { recursive: true, limit: 4 });
  expect(exact.truncated).toBe(false);
});

test("list() shows links and never follows them, not even inside the workspace or in circles", async () => {
  await using world = await aWorkspace({ "a/b.txt": "", "../outside/secret": "" });
  await symlink(world.outside, join(world.root, "out"));
  await symlink("a", join(world.root, "in"));
  await symlink("..", join(world.root, "a/up"));
  const { files } = await world.open().list(".", { recursive: true, limit: 100 });
  expect(files.map(({ path, type }) => `${path} ${type}`)).toEqual([
    "a directory",
    "a/b.txt file",
    "a/up link",
    "in link",
    "out link",
  ]);
});

test("list() withholds names that say they hold secrets, and counts them", async () => {
  const secrets = {
    ".env": "",
    ".env.local": "",
    "sub/.ENV": "",
    "key.pem": "",
    id_rsa: "",
    ".npmrc": "",
    ".aws/credentials": "",
    ".ssh/known_hosts": "",
  };
  await using world = await aWorkspace({
    ...secrets,
    ".env.example": "",
    "id_rsa.pub": "",
    ".aws/config": "",
  });
  const listing = await world.open().list(".", { recursive: true, limit: 100 });
  expect(listing.files.map(({ path }) => path)).toEqual([
    ".aws",
    ".aws/config",
    ".env.example",
    "id_rsa.pub",
    "sub",
  ]);
  expect(listing.hidden).toBe(9);
  const own = await aWorkspace({ ".env": "", "x.secret": "" }, { sensitivePatterns: ["*.secret"] });
  expect(await paths(own, ".")).toEqual([".env"]);
  await own[Symbol.asyncDispose]();
});

test("list() leaves out what the call may not read", async () => {
  await using world = await aWorkspace({ "a/1": "", "b/2": "" });
  const files = world.open({ permits: ({ target }) => !target.endsWith("/b") });
  const listing = await files.list(".", { recursive: true, limit: 100 });
  expect(listing.files.map(({ path }) => path)).toEqual(["a", "a/1"]);
  expect(listing.hidden).toBe(2);
});

test("list() counts entries whose names are no UTF-8 instead of passing over them", async () => {
  await using world = await aWorkspace({ "a/b.txt": "" });
  await writeFile(Buffer.concat([Buffer.from(`${world.root}/a/`), Buffer.from([0xff, 0xfe])]), "");
  const listing = await world.open().list("a", { recursive: true, limit: 100 });
  expect(listing).toMatchObject({ files: [{ path: "a/b.txt" }], hidden: 1 });
});

test("list() refuses files and missing folders", async () => {
  await using world = await aWorkspace({ "a.txt": "" });
  await expect(paths(world, "a.txt")).rejects.toMatchObject({ code: "invalid_input" });
  await expect(paths(world, "none")).rejects.toMatchObject({ code: "io_error" });
});

test("list() handles a tree of thousands of entries and names of every kind", async () => {
  await using world = await aWorkspace();
  await mkdir(join(world.root, "many"));
  for (let n = 0; n < 1500; n++) await writeFile(join(world.root, "many", `${n}`), "");
  for (const name of ["a\nb", "a:b", "\u202e", " ", "..."]) await writeFile(join(world.root, name), "");
  const listing = await world.open().list(".", { recursive: true, limit: 10_000 });
  expect(listing.files).toHaveLength(1506);
});
