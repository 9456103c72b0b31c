import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/index.ts";
import { packSkill } from "../../src/sources/skills/archive/pack-skill.ts";
import { MARKER_FILE } from "../../src/sources/skills/catalogue/marker.ts";

let folder: string;
let runtime: Runtime;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-catalogue-runtime-"));
  runtime = createRuntime({ workspace: folder });
});
afterEach(async () => {
  await runtime.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const accept = async () => true;
const home = () => join(folder, ".dejima", "skills");
const marker = async (name: string) => JSON.parse(await readFile(join(home(), name, MARKER_FILE), "utf8"));

async function source(name: string, description: string): Promise<string> {
  const own = join(folder, "sources", name);
  await mkdir(own, { recursive: true });
  await writeFile(join(own, "SKILL.md"), `---\nname: ${name}\ndescription: ${description}\n---\nText.\n`);
  return own;
}

test("installing, editing, updating and uninstalling reach the index at once, and the skill stays trusted", async () => {
  const library = runtime.skills;
  const { search } = runtime;
  const from = await source("bees", "Keep bees and harvest honey");
  await library.install(from, { accept });
  const installed = await marker("bees");
  expect((await search.skills("how do I harvest honey")).hits[0]?.name).toBe("bees");
  expect((await library.info("bees")).trust).toBe("trusted");

  await library.editDescription("bees", "Repair clocks and watches");
  expect((await marker("bees")).contentHash).not.toBe(installed.contentHash);
  expect((await search.skills("my watch is broken, repair it")).hits[0]?.name).toBe("bees");
  expect((await library.info("bees")).trust).toBe("trusted");

  await source("bees", "Translate letters into Portuguese");
  await library.update("bees", { accept });
  expect((await search.skills("translate into Portuguese")).hits[0]?.name).toBe("bees");
  expect(await library.changes("bees")).toEqual([]);

  const archive = join(folder, "bees.zip");
  await library.pack("bees", archive);
  await library.uninstall("bees");
  expect(existsSync(join(home(), "bees"))).toBe(false);
  const names = (await search.skills("translate into Portuguese", { leastScore: 0 })).hits.map(
    ({ name }) => name,
  );
  expect(names).not.toContain("bees");

  await library.install(archive, { accept });
  expect(Object.keys((await library.validate(join(home(), "bees"))).content.files)).toEqual(["SKILL.md"]);
});

test("a marker that comes with a skill is left behind", async () => {
  const library = runtime.skills;
  const from = await source("bees", "Keep bees and harvest honey");
  await writeFile(join(from, MARKER_FILE), '{"planted": true}');
  await library.install(from, { accept });
  expect(await marker("bees")).not.toHaveProperty("planted");
  expect((await library.info("bees")).trust).toBe("trusted");

  await library.uninstall("bees");
  const file = (path: string) => ({ path, type: "file" as const, size: 1, executable: false });
  const target = join(folder, "planted.zip");
  await packSkill(from, [file("SKILL.md"), file(MARKER_FILE)], { name: "bees", target });
  const { content } = await library.install(target, { accept });
  expect(Object.keys(content.files)).toEqual(["SKILL.md"]);
  expect((await library.info("bees")).trust).toBe("trusted");
});

test("search_skills gives what the library finds, and the config's embedder is checked", async () => {
  const outcome = await runtime.execute("search_skills", { query: "summarise a document" });
  expect(outcome.type).toBe("success");
  expect(() =>
    createRuntime({ workspace: folder, config: { retrieval: { embedder: { driver: "ollama" } } } }),
  ).toThrow(/retrieval\.embedder\.model names the model/);
});
