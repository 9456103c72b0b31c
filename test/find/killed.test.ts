import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRuntime, outputOf } from "../support/a-runtime.ts";
import { aRegistry, aServer } from "./a-registry.ts";
import { installIn, looked, skill, skillIn, variables } from "./an-installation.ts";

/** How many points of all installs and updates were looked at. */
let points = 0;

/** Installs or undoes in a process of its own and gives what a kill at each change would leave, each state once. */
async function* cutOff(
  { workspace, home }: { readonly workspace: string; readonly home: string },
  task: string,
): AsyncGenerator<{ readonly workspace: string; readonly home: string; readonly said: string }> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-cut-"));
  try {
    expect((await installIn(workspace, home, task, folder)).signal).toBeNull();
    const count = (await readdir(folder)).length;
    expect(count).toBeGreaterThan(10);
    points += count;
    let last = "";
    for (let point = 1; point <= count; point++) {
      const cut = join(folder, String(point));
      const state = await hashOf(cut);
      if (state !== last)
        yield {
          workspace: cut,
          home: join(cut, home.slice(workspace.length)),
          said: `at ${point} of ${count}`,
        };
      last = state;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function hashOf(folder: string): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const path of entries.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(`${path.slice(folder.length)}\n`);
    hash.update(await readFile(path).catch(() => ""));
  }
  return hash.digest("hex");
}

test("an install or update of a skill that is killed at any change leaves one version whole, and can be done again", async () => {
  const files = Object.fromEntries(
    Object.entries(skill(1)).map(([path, text]) => [`market/greet/${path}`, text]),
  );
  await using world = await aRuntime({ yaml: "{}\n", files, variables });
  const place = { workspace: world.workspace, home: world.home };
  await world.runtime.finder.registries.add("market", { by: "the test" });
  await world.runtime.finder.refresh();
  const first = await world.runtime.finder.tryOut("greet");
  await world.runtime.close();
  for await (const { said, ...cut } of cutOff(place, `install ${first.id} made-call.1`)) {
    const { trust, known, script } = await skillIn(cut);
    expect({ trust, known, script }, said).toEqual(
      script === undefined
        ? { known: [] }
        : { trust: "trusted", known: [first.integrity], script: "echo hello 1" },
    );
  }
  for (const [path, text] of Object.entries(skill(2)))
    await writeFile(join(world.workspace, "market/greet", path), text);
  const second = await looked(place, async ({ finder }) => {
    expect(await finder.outdated()).toMatchObject([{ server: "greet", kind: "skill" }]);
    return finder.tryUpdate("greet");
  });
  expect(second.update?.differences).toContain("2 files differ: SKILL.md, scripts/greet.sh");
  const seen = new Set<string | undefined>();
  for await (const { said, ...cut } of cutOff(place, `install ${second.id} made-call.2`)) {
    const { trust, known, script } = await skillIn(cut);
    seen.add(script);
    const { integrity } = script === "echo hello 2" ? second : first;
    expect({ trust, known }, said).toEqual({ trust: "trusted", known: [integrity] });
  }
  expect([...seen].sort()).toEqual(["echo hello 1", "echo hello 2"]);
  expect(await skillIn(place)).toMatchObject({ trust: "trusted", script: "echo hello 2" });
  const restored = {
    undone: [{ path: "skill greet", action: `restored to ${first.integrity.slice(0, 12)}` }],
  };
  const whole = { trust: "trusted", known: [first.integrity], script: "echo hello 1" };
  const left = new Set<string | undefined>();
  for await (const { said, ...cut } of cutOff(place, "undo made-call.2")) {
    const { trust, known, script } = await skillIn(cut);
    left.add(script);
    const { integrity } = script === "echo hello 2" ? second : first;
    expect({ trust, known }, said).toEqual({ trust: "trusted", known: [integrity] });
    expect(await looked(cut, ({ finder }) => finder.undo("made-call.2")), said).toEqual(restored);
    expect(await skillIn(cut), said).toEqual(whole);
  }
  expect([...left].sort()).toEqual(["echo hello 1", "echo hello 2"]);
  expect(await skillIn(place)).toEqual(whole);
  // Undone again, it stays restored. The call before it removes the skill.
  expect(await looked(place, ({ finder }) => finder.undo("made-call.2"))).toEqual(restored);
  expect(await skillIn(place)).toEqual(whole);
  await looked(place, ({ finder }) => finder.undo("made-call.1"));
  expect(await skillIn(place)).toEqual({ known: [] });
}, 300_000);

test("an install or update of a server that is killed at any change leaves one version whole, and can be done again", async () => {
  const registry = await aRegistry();
  const description = "Counts the words of a text";
  const server = (version: string) => ({
    name: "counter-mcp",
    description,
    version,
    files: {
      "server.js": aServer([
        { name: "count_words", description: `Counts in ${version}`, run: `return '${version}'` },
      ]),
    },
  });
  await registry.publish(server("1.0.0"));
  const yaml = `packages: { npm: "${registry.npm}" }\n`;
  await using world = await aRuntime({ yaml, variables });
  const place = { workspace: world.workspace, home: world.home };
  await world.runtime.finder.registries.add(registry.url, { by: "the test" });
  await world.runtime.finder.refresh();
  const first = await world.runtime.finder.tryOut("counter-mcp");
  await world.runtime.close();
  /** The version in the config must be the one that is known and whose tools were agreed to. */
  const whole = (cut: { readonly workspace: string; readonly home: string }, said: string) =>
    looked(cut, async (runtime) => {
      const entry = runtime.settings.config.mcpServers["counter-mcp"];
      const version = /@([\d.]+)$/.exec(entry?.args?.at(-1) ?? "")?.[1];
      const known = (await runtime.finder.installed()).map(({ trial }) => trial.candidate.package.version);
      expect(known, said).toEqual(version === undefined ? [] : [version]);
      const tools = [
        ...(await runtime.mcp.toolsOf("counter-mcp").then(
          (held) => held.values(),
          () => [],
        )),
      ];
      expect(
        tools.map((tool) => tool.description),
        said,
      ).toEqual(version === undefined ? [] : [`Counts in ${version}`]);
      return version;
    });
  for await (const { said, ...cut } of cutOff(place, `install ${first.id} made-call.1`))
    await whole(cut, said);
  await registry.publish(server("1.0.16"));
  const second = await looked(place, async ({ finder }) => {
    await finder.refresh({ all: true });
    return finder.tryUpdate("counter-mcp");
  });
  const seen = new Set<string | undefined>();
  for await (const { said, ...cut } of cutOff(place, `install ${second.id} made-call.2`))
    seen.add(await whole(cut, said));
  expect([...seen].sort()).toEqual(["1.0.0", "1.0.16"]);
  await looked(place, async (runtime) => {
    expect(outputOf(await runtime.execute("count_words", {}))).toBe("1.0.16");
  });
  const restored = { undone: [{ path: "MCP server counter-mcp", action: "restored to 1.0.0" }] };
  const left = new Set<string | undefined>();
  for await (const { said, ...cut } of cutOff(place, "undo made-call.2")) {
    left.add(await whole(cut, said));
    expect(await looked(cut, ({ finder }) => finder.undo("made-call.2")), said).toEqual(restored);
    expect(await whole(cut, said), said).toBe("1.0.0");
  }
  expect([...left].sort()).toEqual(["1.0.0", "1.0.16"]);
  await looked(place, async (runtime) => {
    expect(outputOf(await runtime.execute("count_words", {}))).toBe("1.0.0");
  });
  await registry.close();
}, 300_000);

test("kills at 100 points or more were looked at", () => {
  expect(points).toBeGreaterThanOrEqual(100);
});

test("an install that is killed while it fetches or at a write leaves it installed or not, never half, and can be done again", async () => {
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
    installIn(workspace, home, `install ${id} made-call.1`, String(killAt), "npx", "-y", "counter-mcp@1.0.0");
  await rm(store, { recursive: true, force: true });
  const whole = await installed(0);
  expect(whole.signal).toBeNull();
  const { fetched, changes } = JSON.parse(whole.said) as { fetched: number; changes: number };
  await looked(world, ({ finder }) => finder.undo("made-call.1"));
  for (const killAt of [Math.ceil(fetched / 2), Math.ceil((fetched + changes) / 2)]) {
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
