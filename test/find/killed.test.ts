import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aRuntime, outputOf } from "../support/a-runtime.ts";
import { aRegistry, aServer } from "./a-registry.ts";

const PROGRAM = fileURLToPath(new URL("install-and-die.ts", import.meta.url));
/** How many points of the install itself are tried, besides one of fetching; each is a process of its own. */
const POINTS = 4;

const variables = { PATH: process.env.PATH ?? "" };

/** Installs in a process of its own, which kills itself at a change. */
async function installIn(...args: string[]): Promise<{ signal: string | null; said: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { signal: signal as string | null, said };
}

/** Opens a home as the next start does, and looks what is there. */
async function looked<Result>(
  { workspace, home }: { readonly workspace: string; readonly home: string },
  look: (runtime: ReturnType<typeof createRuntime>) => Promise<Result>,
): Promise<Result> {
  const settings = await loadConfig({ cwd: workspace, configFile: "dejima.yaml", home, variables });
  const runtime = createRuntime({ workspace, home, variables, settings });
  try {
    return await look(runtime);
  } finally {
    await runtime.close();
  }
}

test("an install of a skill that is killed at a write leaves it installed or not, never half, and can be done again", async () => {
  const files = {
    "market/greet/SKILL.md": "---\nname: greet\ndescription: Greets somebody\n---\n\nRun scripts/greet.sh\n",
    "market/greet/scripts/greet.sh": "echo hello\n",
  };
  await using world = await aRuntime({ yaml: "{}\n", files, variables });
  await world.runtime.finder.registries.add("market", { by: "the test" });
  await world.runtime.finder.refresh();
  const { id } = await world.runtime.finder.tryOut("greet");
  await world.runtime.close();
  const install = (killAt: number) => installIn(world.workspace, world.home, id, String(killAt));
  const undone = (runtime: ReturnType<typeof createRuntime>) => runtime.finder.undo("made-call.1");
  const whole = await install(0);
  const { changes } = JSON.parse(whole.said) as { changes: number };
  expect(changes).toBeGreaterThan(POINTS);
  await looked(world, undone);
  // The first install changes a little more than the others: it makes the folders.
  const points = Array.from({ length: POINTS }, (_, at) => Math.ceil((changes * 0.75 * (at + 1)) / POINTS));
  for (const killAt of points) {
    const said = `at ${killAt} of ${changes}`;
    expect((await install(killAt)).signal, said).toBe("SIGKILL");
    await looked(world, async (runtime) => {
      const there = (await runtime.skills.list()).find(({ name }) => name === "greet");
      const known = (await runtime.finder.installed()).map(({ server }) => server);
      expect(known, said).toEqual(there === undefined ? [] : ["greet"]);
      expect(there?.trust ?? "trusted", said).toBe("trusted");
      await undone(runtime);
    });
  }
  expect((await install(0)).signal).toBeNull();
}, 300_000);

test("an install that is killed at a write, early or late, leaves it installed or not, never half, and can be done again", async () => {
  const registry = await aRegistry();
  const description = "Counts the words of a text";
  const tools = [{ name: "count_words", description, run: "return 'seven'" }];
  await registry.publish({ name: "counter-mcp", description, files: { "server.js": aServer(tools) } });
  const yaml = `packages: { npm: "${registry.npm}" }\n`;
  await using world = await aRuntime({ yaml, variables });
  const { workspace, home } = world;
  await world.runtime.finder.registries.add(registry.url, { by: "the test" });
  await world.runtime.finder.refresh();
  const { id } = await world.runtime.finder.tryOut("counter-mcp");
  await world.runtime.close();
  const store = join(home, "packages", "npm");

  const installed = (killAt: number) =>
    installIn(workspace, home, id, String(killAt), "npx", "-y", "counter-mcp@1.0.0");
  await rm(store, { recursive: true, force: true });
  const whole = await installed(0);
  expect(whole.signal).toBeNull();
  const { fetched, changes } = JSON.parse(whole.said) as { fetched: number; changes: number };
  expect(changes - fetched).toBeGreaterThan(POINTS);
  await looked(world, ({ finder }) => finder.undo("made-call.1"));
  const own = Array.from({ length: POINTS }, (_, at) =>
    Math.ceil(fetched + 1 + (at * (changes - fetched - 1)) / (POINTS - 1)),
  );
  for (const killAt of [Math.ceil(fetched / 2), ...own]) {
    await rm(store, { recursive: true, force: true });
    expect((await installed(killAt)).signal, `at ${killAt} of ${changes}`).toBe("SIGKILL");
    await looked(world, async (runtime) => {
      const there = Object.keys(runtime.settings.config.mcpServers);
      const known = (await runtime.finder.installed()).map(({ server }) => server);
      expect(known, `at ${killAt} of ${changes}`).toEqual(there);
      // What is in the config works; what is not there has no tool.
      if (there.length > 0) expect(outputOf(await runtime.execute("count_words", {}))).toBe("seven");
      await runtime.finder.undo("made-call.1");
      expect(runtime.settings.config.mcpServers).toEqual({});
    });
  }
  expect((await installed(0)).signal).toBeNull();
  expect((await readdir(store)).filter((name) => !name.startsWith("counter-mcp@"))).toEqual([]);
  await registry.close();
}, 300_000);
