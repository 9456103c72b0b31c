import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCatalogue } from "../../src/sources/skills/catalogue/catalogue.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { aWorld, skillMd, type TestWorld } from "./skill-world.ts";

test("refresh() finds skills, also sorted into folders, and passes over hidden and deep ones", async () => {
  await using world = await aWorld();
  await world.write("skills", {
    "a/SKILL.md": skillMd("a"),
    "writing/b/SKILL.md": skillMd("b"),
    "old/skill.yaml": "id: old\ncontext: Old form\ntype: knowledge\n",
    "lower/skill.md": skillMd("lower"),
    ".hidden/SKILL.md": skillMd("hidden"),
    "1/2/3/4/SKILL.md": skillMd("deep"),
    "a/nested/SKILL.md": skillMd("nested"),
    "broken/SKILL.md": "",
    "file.txt": "x",
  });
  const catalogue = aCatalogue(world);
  await catalogue.refresh();
  expect(
    catalogue
      .entries()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["a", "b", "lower", "old"]);
  expect(catalogue.problems()).toMatchObject([{ reason: expect.stringContaining("SKILL.md is empty") }]);
});

test("refresh() names what appeared, changed and went, and nothing when nothing did", async () => {
  await using world = await aWorld();
  await world.write("skills", { "a/SKILL.md": skillMd("a"), "b/SKILL.md": skillMd("b") });
  const catalogue = aCatalogue(world);
  expect([...(await catalogue.refresh())].sort()).toEqual(["a", "b"]);
  expect(await catalogue.refresh()).toEqual([]);
  await world.write("skills", { "a/SKILL.md": skillMd("a", "Other"), "c/SKILL.md": skillMd("c") });
  await rm(join(world.root, "skills/b"), { recursive: true, maxRetries: 20, retryDelay: 100 });
  expect([...(await catalogue.refresh())].sort()).toEqual(["a", "b", "c"]);
  expect(catalogue.get("a")?.description).toBe("Other");
  expect(catalogue.get("b")).toBeUndefined();
});

test("refresh() sees an edit of equal size with the old time put back", async () => {
  await using world = await aWorld();
  await world.write("skills", { "a/SKILL.md": skillMd("a", "One") });
  const file = join(world.root, "skills/a/SKILL.md");
  await utimes(file, 1000, 1000);
  const catalogue = aCatalogue(world);
  await catalogue.refresh();
  await writeFile(file, skillMd("a", "Two"));
  await utimes(file, 1000, 1000);
  expect(await catalogue.refresh()).toEqual(["a"]);
});

test("a second start reads the index instead of the files", async () => {
  await using world = await aWorld();
  await world.write("skills", { "a/SKILL.md": skillMd("a"), "broken/SKILL.md": "" });
  const { documents } = createMemoryStore();
  await aCatalogue(world, documents).refresh();
  for (const { key, value } of await documents.list("skill-index")) {
    const edited = JSON.parse(JSON.stringify(value).replace("Does a", "From the index"));
    await documents.put("skill-index", key, edited);
  }
  const second = aCatalogue(world, documents);
  await second.refresh();
  expect(second.get("a")?.description).toBe("From the index");
  expect(second.problems()).toHaveLength(1);
  await world.write("skills", { "a/SKILL.md": skillMd("a", "Edited") });
  const third = aCatalogue(world, documents);
  await third.refresh();
  expect(third.get("a")?.description).toBe("Edited");
});

test("an index of another version, or a damaged one, is built from the files again", async () => {
  await using world = await aWorld();
  await world.write("skills", { "a/SKILL.md": skillMd("a") });
  const { documents } = createMemoryStore();
  const missing = { version: 3, parts: 2 };
  for (const garbage of [null, 7, { version: 99, parts: 1 }, { version: 2, folders: [] }, missing]) {
    await documents.put("skill-index", join(world.root, "skills"), garbage);
    const catalogue = aCatalogue(world, documents);
    await catalogue.refresh();
    expect(catalogue.get("a")?.description).toBe("Does a");
  }
});

test("an index of many skills is kept in parts, and a lost one costs no skill", async () => {
  await using world = await aWorld();
  const names = Array.from({ length: 600 }, (_, index) => `skill-${index}`);
  await world.write("skills", Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillMd(name)])));
  const { documents } = createMemoryStore();
  await aCatalogue(world, documents).refresh();
  const stored = await documents.list("skill-index");
  expect(stored).toHaveLength(4);
  await documents.delete("skill-index", stored.find(({ value }) => Array.isArray(value))?.key ?? "");
  const second = aCatalogue(world, documents);
  await second.refresh();
  expect(
    second
      .entries()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names.sort());
  expect(await documents.list("skill-index")).toHaveLength(4);
});

test("a folder that does not exist is empty", async () => {
  await using world = await aWorld();
  const catalogue = aCatalogue(world);
  expect(await catalogue.refresh()).toEqual([]);
  expect(catalogue.entries()).toEqual([]);
});

test("watch() sees a changed, an added and a removed skill within a second, also in a folder made later", async () => {
  await using world = await aWorld();
  const seen = aMailbox<string>();
  const watching = await world.library.watch((names) => names.forEach(seen.put));
  await mkdir(world.home, { recursive: true });
  await world.write("home/skills", { "a/SKILL.md": skillMd("a") });
  await seen.take("a", 2000);
  await world.write("home/skills", { "a/SKILL.md": skillMd("a", "Changed") });
  await seen.take("a", 1000);
  await world.write("elsewhere", { "SKILL.md": skillMd("b") });
  await rename(join(world.root, "elsewhere"), join(world.home, "b"));
  await seen.take("b", 1000);
  await rm(join(world.home, "a"), { recursive: true, maxRetries: 20, retryDelay: 100 });
  await seen.take("a", 1000);
  expect((await world.library.list()).map(({ name }) => name)).toEqual(["b"]);
  watching.close();
});

function aCatalogue(world: TestWorld, storage?: Parameters<typeof createCatalogue>[1]) {
  return createCatalogue([{ folder: join(world.root, "skills"), level: "user" }], storage);
}

/** Waits until somebody puts the value that is asked for; fails when it takes too long. */
function aMailbox<Value>() {
  const values: Value[] = [];
  let wake = () => {};
  return {
    put: (value: Value) => {
      values.push(value);
      wake();
    },
    async take(wanted: Value, withinMs: number): Promise<void> {
      const deadline = AbortSignal.timeout(withinMs);
      while (!values.includes(wanted)) {
        deadline.throwIfAborted();
        await new Promise<void>((resolve) => {
          wake = resolve;
          deadline.addEventListener("abort", () => resolve(), { once: true });
        });
      }
      values.splice(0, values.length);
    },
  };
}
