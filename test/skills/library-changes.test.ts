import { chmod, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withDescription } from "../../src/sources/skills/library/edit-description.ts";
import { aWorld, skillMd, yes } from "./skill-world.ts";

test("uninstall() removes the folder, the lock entry and the kept copy, and refuses while the skill is in use", async () => {
  await using world = await aWorld();
  await world.write("given/hello", { "SKILL.md": skillMd("hello") });
  await world.library.install("given/hello", { accept: yes });
  const held = await world.library.use("hello");
  await expect(world.library.uninstall("hello")).rejects.toMatchObject({ code: "conflict" });
  held.release();
  held.release();
  await world.library.uninstall("hello");
  expect(await world.library.list()).toEqual([]);
  expect((await readdir(world.home)).sort()).toEqual([".accepted", ".staging", "skills.lock"]);
  expect(JSON.parse(await readFile(join(world.home, "skills.lock"), "utf8")).skills).toEqual({});
  await expect(world.library.uninstall("hello")).rejects.toMatchObject({ code: "skill_not_found" });
});

test("update() fetches again, asks again, and leaves the old skill when it is refused", async () => {
  await using world = await aWorld();
  await world.write("given/hello", { "SKILL.md": skillMd("hello", "One") });
  await world.library.install("given/hello", { accept: yes });
  expect((await world.library.update("hello", { accept: yes })).changed).toBe(false);
  await world.write("given/hello", { "SKILL.md": skillMd("hello", "Two") });
  await expect(world.library.update("hello", { accept: async () => false })).rejects.toMatchObject({
    code: "approval_denied",
  });
  expect((await world.library.info("hello")).description).toBe("One");
  expect((await world.library.update("hello", { accept: yes })).changed).toBe(true);
  expect(await world.library.info("hello")).toMatchObject({ description: "Two", trust: "trusted" });
  await world.write("given/hello", { "SKILL.md": skillMd("hello", "Three") });
  await world.library.update("hello");
  expect(await world.library.info("hello")).toMatchObject({ description: "Three", trust: "unreviewed" });
});

test("setEnabled() keeps a skill in the list and out of use", async () => {
  await using world = await aWorld();
  await world.write("given/hello", { "SKILL.md": skillMd("hello") });
  await world.library.install("given/hello", { accept: yes });
  await world.library.setEnabled("hello", false);
  expect(await world.library.list()).toMatchObject([{ name: "hello", enabled: false }]);
  await expect(world.library.use("hello")).rejects.toThrow(/disabled.*dejima skill enable hello/);
  await world.library.setEnabled("hello", true);
  (await world.library.use("hello")).release();
});

test("editDescription() changes the description and keeps the skill trusted", async () => {
  await using world = await aWorld();
  await world.write("given/hello", {
    "SKILL.md": `\uFEFF${skillMd("hello", "Old", "Body\r\n\ttabs \u00a0\n")}`,
  });
  await world.library.install("given/hello", { accept: yes });
  const before = await readFile(join(world.home, "hello/SKILL.md"), "utf8");
  await world.library.editDescription("hello", 'New: with "quotes"');
  const after = await readFile(join(world.home, "hello/SKILL.md"), "utf8");
  expect(after).toBe(before.replace("Old", '"New: with \\"quotes\\""'));
  expect(await world.library.info("hello")).toMatchObject({
    description: 'New: with "quotes"',
    trust: "trusted",
  });
  await expect(world.library.editDescription("hello", " ")).rejects.toMatchObject({ code: "invalid_input" });
  await expect(world.library.editDescription("hello", "x".repeat(1025))).rejects.toMatchObject({
    code: "invalid_input",
  });
});

const DESCRIPTIONS = [
  "description: plain text",
  "description: plain # with a comment",
  'description: "quoted"  # comment',
  "description: 'it''s quoted'",
  "description: >\n  folded\n  text",
  "description: |-\n  literal\n  text",
  "description: plain over\n  two lines",
  "description: broken: because of a colon",
];

test.each(DESCRIPTIONS)("withDescription() keeps every other byte of %j", (line) => {
  for (const newline of ["\n", "\r\n"]) {
    const [head, tail] = [
      "---\nname: x\nlicense: MIT # keep\n",
      "\nversion: '1'\n---\n\nBody: description: no\n",
    ];
    const text = (head + line + tail).replaceAll("\n", newline);
    const edited = withDescription(text, "新的 one", "x");
    expect(edited.startsWith(`${head.replaceAll("\n", newline)}description: "新的 one"`)).toBe(true);
    expect(edited.endsWith(tail.replaceAll("\n", newline))).toBe(true);
  }
});

test("pack() makes an archive that install() takes, equal for equal content", async () => {
  await using world = await aWorld();
  await world.write("given/hello", { "SKILL.md": skillMd("hello"), "scripts/run.sh": "#!/bin/sh\n" });
  await chmod(join(world.root, "given/hello/scripts/run.sh"), 0o755);
  await world.library.install("given/hello", { accept: yes });
  await world.library.pack("hello", join(world.root, "one.zip"));
  await world.library.pack("hello", join(world.root, "two.zip"));
  expect(await readFile(join(world.root, "one.zip"))).toEqual(await readFile(join(world.root, "two.zip")));
  const { hash } = (await world.library.validate(join(world.home, "hello"))).content;
  await world.library.uninstall("hello");
  await world.library.install("one.zip", { accept: yes });
  expect((await world.library.validate(join(world.home, "hello"))).content.hash).toBe(hash);
});

test("create() makes a draft that passes strict loading and waits for a person", async () => {
  await using world = await aWorld();
  await world.library.create({ name: "my-skill", description: "Does mine: well" });
  expect(await world.library.info("my-skill")).toMatchObject({
    trust: "unreviewed",
    description: "Does mine: well",
    issues: 0,
  });
  await expect(world.library.use("my-skill")).rejects.toMatchObject({ code: "approval_required" });
  await expect(world.library.create({ name: "My Skill", description: "x" })).rejects.toThrow(
    /such as "my-skill"/,
  );
  await expect(world.library.create({ name: "my-skill", description: "x" })).rejects.toMatchObject({
    code: "skill_exists",
  });
});
