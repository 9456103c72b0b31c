import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startBackground } from "../../src/doors/cli/chat/background.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { skillMd } from "./skill-world.ts";

// A marker says that a skill was read and has its vector. It is written when a scan has finished.
const MARKERS = "skill-markers";
const SOCKS = skillMd("socks", "Knits woollen socks");
const patient = { timeout: 60_000, interval: 100 };

test("dejima chat scans the skill folders at its start, and the first search finds them indexed", async () => {
  await using world = await aRuntime({ files: { ".claude/skills/socks/SKILL.md": SOCKS } });
  const { runtime } = world;
  const stop = await startBackground(runtime, { conversation: () => undefined, print: () => undefined });
  try {
    const markers = async () => JSON.stringify(await runtime.store.documents.get(MARKERS, "all"));
    await expect.poll(markers, patient).toContain(".claude/skills/socks");
    // Nothing is left to do for a scan that comes later: the first one is used.
    const later = await runtime.search.refreshSkills();
    expect(later).toMatchObject({ embedded: 0, marks: { made: 0 } });
    expect((await runtime.search.skills("knit woollen socks")).hits[0]?.name).toBe("socks");
  } finally {
    await stop();
  }
});

test("dejima serve scans the skill folders at its start, before anybody asks for anything", async () => {
  await using line = await aCommandLine();
  const folder = join(line.folder, ".claude/skills/socks");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SKILL.md"), SOCKS);
  const server = line.start(["serve", "--port", "0", "--json"]);
  const gone = once(server, "exit");
  try {
    const said = text(server.stderr ?? process.stdin);
    await once(createInterface({ input: server.stdout ?? process.stdin }), "line");
    await expect.poll(() => markersIn(line.folder), patient).toContain("skills/socks");
    server.kill("SIGTERM");
    expect(await gone).toEqual([0, null]);
    expect(await said).toBe("");
  } finally {
    server.kill("SIGKILL");
  }
});

/** What the store of a folder says about markers. Empty while the server has not made it. */
function markersIn(folder: string): string {
  const file = join(folder, ".dejima/dejima.db");
  if (!existsSync(file)) return "";
  using database = new DatabaseSync(file, { readOnly: true });
  const isMade = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'documents'").all().length > 0;
  if (!isMade) return "";
  return JSON.stringify(database.prepare("SELECT json FROM documents WHERE shelf = ?").all(MARKERS));
}
