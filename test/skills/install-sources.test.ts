import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSkillSource } from "../../src/sources/skills/install/skill-source.ts";
import { createSkillLibrary } from "../../src/sources/skills/library/create-skill-library.ts";
import { sha256 } from "../../src/support/lazy-crypto.ts";
import { tarGz, writeZip } from "./hostile-archives.ts";
import { aWorld, skillMd, yes } from "./skill-world.ts";

test("parseSkillSource() tells the sources apart", async () => {
  const cases: [string, object][] = [
    ["https://x.test/a.zip", { type: "url", url: "https://x.test/a.zip" }],
    ["https://x.test/a.git", { type: "git", url: "https://x.test/a.git" }],
    ["https://github.com/me/skills", { type: "git", url: "https://github.com/me/skills" }],
    [
      "git+https://x.test/me/a#v1:skills/a",
      { type: "git", url: "https://x.test/me/a", reference: "v1", subfolder: "skills/a" },
    ],
    ["some-name", { type: "registry", name: "some-name" }],
  ];
  for (const [text, source] of cases) expect(await parseSkillSource(text, "/nowhere"), text).toEqual(source);
  const refused = [
    "http://x.test/a.zip",
    "ext::sh -c id",
    "git+ext::sh",
    "--upload-pack=id",
    "a b",
    "",
    "file:///etc",
    "git@x.test:a.git#-x",
    "git@x.test:a.git#:../x",
  ];
  for (const text of refused)
    await expect(parseSkillSource(text, "/nowhere"), text).rejects.toMatchObject({ code: "invalid_input" });
});

test("install() and update() leave the archive or folder that they read as it was", async () => {
  await using world = await aWorld();
  const at = (name: string) => join(world.root, name);
  const registry = { skills: [{ name: "listed", description: "Listed", source: "./listed.zip" }] };
  await writeZip(at("a.zip"), { "hello/SKILL.md": skillMd("hello"), "__MACOSX/x": "clutter" });
  await writeFile(at("b.tar.gz"), tarGz([{ path: "other/SKILL.md", content: skillMd("other") }]));
  await writeZip(at("c.zip"), { "third/SKILL.md": skillMd("third") });
  await writeZip(at("again.zip"), { "hello/SKILL.md": skillMd("hello") });
  await writeZip(at("newer.zip"), { "hello/SKILL.md": `${skillMd("hello")}\nNewer` });
  await writeZip(at("listed.zip"), { "listed/SKILL.md": skillMd("listed") });
  await writeFile(at("registry.json"), JSON.stringify(registry));
  await mkdir(at("folder"));
  await writeFile(at("folder/SKILL.md"), skillMd("folder"));
  const before = await contentOf(world.root);

  await world.library.install("a.zip", { accept: yes });
  await world.library.install("./b.tar.gz", { accept: yes });
  await world.library.install(at("c.zip"), { accept: yes, keepArchive: false });
  await world.library.install("./folder", { accept: yes });
  await createSkillLibrary({
    home: world.home,
    base: world.root,
    registries: [at("registry.json")],
  }).install("listed", { accept: yes });
  await world.library.refresh();
  await world.library.update("hello", { accept: yes, source: "newer.zip" });
  expect((await world.library.list()).map(({ name }) => name)).toEqual([
    ...["folder", "hello", "listed", "other", "third"],
  ]);
  const second = world.library.install("again.zip", { accept: yes });
  await expect(second).rejects.toMatchObject({
    code: "skill_exists",
    message: expect.stringMatching(/uninstall it first/),
  });
  expect(await contentOf(world.root)).toEqual(before);
});

/** The files below a folder with their content, without the installed skills. */
async function contentOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const own = files.filter((file) => !file.startsWith(`${join(root, "home")}/`)).sort();
  return Object.fromEntries(await Promise.all(own.map(async (file) => [file, sha256(await readFile(file))])));
}

test("install() refuses archives that are not one folder with a SKILL.md, and says what would be right", async () => {
  await using world = await aWorld();
  const wrong: Record<string, string>[] = [
    { "SKILL.md": skillMd("x") },
    { "x/SKILL.md": skillMd("x"), "y/SKILL.md": skillMd("y") },
    { "x/SKILL.md": skillMd("x"), "README.md": "x" },
    { "x/y/SKILL.md": skillMd("y") },
    { "x/readme.md": "x" },
  ];
  for (const files of wrong) {
    await writeZip(join(world.root, "wrong.zip"), files);
    await expect(world.library.install("wrong.zip", { accept: yes })).rejects.toThrow(
      /exactly one folder.*pack the folder, not its content/,
    );
  }
});

test("install() of an address downloads at most what it may, through the given client only", async () => {
  await using source = await aWorld();
  await writeZip(join(source.root, "a.zip"), { "hello/SKILL.md": skillMd("hello") });
  const bytes = await readFile(join(source.root, "a.zip"));
  const endless = async function* () {
    for (;;) yield Buffer.alloc(1024 * 1024);
  };
  const download = async (url: string) =>
    url.endsWith("a.zip")
      ? (async function* () {
          yield bytes;
        })()
      : endless();
  await using world = await aWorld({ download });
  await world.library.install("https://x.test/a.zip", { accept: yes });
  expect(await world.library.list()).toMatchObject([{ name: "hello", trust: "trusted" }]);
  await expect(world.library.install("https://x.test/endless")).rejects.toMatchObject({ code: "too_large" });
  await using offline = await aWorld();
  await expect(offline.library.install("https://x.test/a.zip")).rejects.toMatchObject({
    code: "host_blocked",
  });
});

test("install() by name uses the registry, and the download must match its hash", async () => {
  await using world = await aWorld();
  await writeZip(join(world.root, "a.zip"), { "hello/SKILL.md": skillMd("hello") });
  const hash = sha256(await readFile(join(world.root, "a.zip")));
  const index = {
    skills: [
      { name: "hello", description: "Says hello", source: "./a.zip", sha256: hash },
      { name: "forged", description: "Forged", source: "./a.zip", sha256: "0".repeat(64) },
    ],
  };
  await writeFile(join(world.root, "index.json"), JSON.stringify(index));
  await using user = await aWorld({ registries: [join(world.root, "index.json")] });
  expect(await user.library.available()).toMatchObject([{ name: "hello" }, { name: "forged" }]);
  await expect(user.library.install("forged", { accept: yes })).rejects.toThrow(/sha256 differs/);
  await expect(user.library.install("helo", { accept: yes })).rejects.toThrow(/nearest names are hello/);
  await user.library.install("hello", { accept: yes });
  expect(await user.library.list()).toMatchObject([{ name: "hello" }]);
  expect(existsSync(join(world.root, "a.zip"))).toBe(true);
});

test("a registry on the net cannot name files of this machine", async () => {
  const download = async () =>
    (async function* () {
      yield Buffer.from(JSON.stringify({ skills: [{ name: "a", description: "a", source: "file:///etc" }] }));
    })();
  await using world = await aWorld({ registries: ["https://x.test/index.json"], download });
  await expect(world.library.install("a")).rejects.toThrow(/is not an address/);
});
