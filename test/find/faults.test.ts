import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMirror } from "../../src/find/registry/mirror.ts";
import { openRegistries } from "../../src/find/registry/registries.ts";
import { aRuntime, type TestRuntime } from "../support/a-runtime.ts";
import { type AListed, type ARegistry, aRegistry, aServer } from "./a-registry.ts";

let registry: ARegistry;
let world: TestRuntime;

const plain = (name: string, more: Partial<AListed> = {}): AListed => ({
  name,
  description: `Does ${name}`,
  files: {
    "server.js": aServer([
      { name: `work_${name.replaceAll("-", "_")}`, description: "Works", run: "return 1" },
    ]),
  },
  ...more,
});

beforeAll(async () => {
  registry = await aRegistry();
  world = await aRuntime({
    yaml: `packages: { npm: "${registry.npm}" }\n`,
    variables: { PATH: process.env.PATH ?? "" },
  });
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await registry.close();
});

/** What stands in the store of packages, without what belongs to every start. */
async function kept(): Promise<string[]> {
  const folder = join(world.home, "packages", "npm");
  return (await readdir(folder).catch(() => [])).map((name) => name.split("@1.")[0] ?? name).sort();
}

test("a copy that breaks off or makes no sense is told and never takes the place of the one before", async () => {
  const { finder } = world.runtime;
  await registry.publish(plain("first"));
  registry.extra.push(
    ...Array.from({ length: 150 }, (_, at) => ({
      server: {
        name: `a/${at}`,
        description: "x",
        remotes: [{ type: "streamable-http", url: `https://h${at}.example` }],
      },
    })),
  );
  await finder.registries.add(registry.url, { by: "the test" });
  expect(await finder.refresh()).toEqual(new Map());
  const [held] = await finder.registries.list();
  expect(held).toMatchObject({ entries: 151, agreedBy: "the test", kind: "mcp" });
  for (const [mood, said] of [
    ["away", /./],
    ["cut", /./],
    ["nonsense", /not a list of servers/],
    ["circle", /circle/],
  ] as const) {
    registry.mood = mood;
    expect((await finder.refresh({ all: true })).get(registry.url), mood).toMatch(said);
    const [now] = await finder.registries.list();
    expect(now).toMatchObject({
      entries: 151,
      mirroredAt: held?.mirroredAt,
      problem: expect.stringMatching(said),
    });
    expect((await finder.find("does first")).hits[0]?.candidate.name).toBe("io.github.someone/first");
  }
  registry.mood = "well";
  registry.extra.length = 0;
  expect(await readdir(join(world.home, "registries"))).toHaveLength(1);
});

test("a package that is cut off, lies about its hash, is missing or too large is refused, and nothing is kept", async () => {
  const { finder } = world.runtime;
  await registry.publish(
    plain("half-mcp", { fault: "half" }),
    plain("liar-mcp", { fault: "wrong-integrity" }),
    plain("huge-mcp", { zeros: 1024 ** 3 }),
  );
  registry.extra.push({
    server: {
      name: "a/gone",
      description: "gone",
      packages: [{ registryType: "npm", identifier: "gone-mcp", version: "1.0.0" }],
    },
  });
  await finder.refresh({ all: true });
  for (const [name, said] of [
    ["half-mcp", /Cannot fetch half-mcp/],
    ["liar-mcp", /checksum differs/],
    ["huge-mcp", /larger than|Nothing was kept/],
    ["gone-mcp", /does not have this package/],
  ] as const)
    await expect(finder.tryOut(name), name).rejects.toThrow(said);
  expect(await kept()).toEqual([]);
  expect(await finder.installed()).toEqual([]);
  expect(world.runtime.settings.config.mcpServers).toEqual({});
});

test("two installs at once both arrive, the same one twice is refused once, and a revoked one is turned off", async () => {
  const { finder } = world.runtime;
  await registry.publish(plain("left-mcp"), plain("right-mcp"));
  await finder.refresh({ all: true });
  const [left, right] = [await finder.tryOut("left-mcp"), await finder.tryOut("right-mcp")];
  await Promise.all([finder.install(left.id), finder.install(right.id)]);
  await expect(finder.install(left.id)).rejects.toThrow(/already exists/);
  expect((await finder.installed()).map(({ server }) => server).sort()).toEqual(["left-mcp", "right-mcp"]);
  const list = join(world.workspace, "revoked.json");
  await writeFile(list, JSON.stringify({ revoked: [{ name: "left-mcp", reason: "steals mail" }] }));
  await finder.registries.add(list, { by: "the test", kind: "revocations" });
  await finder.refresh();
  expect(world.runtime.settings.config.mcpServers["left-mcp"]?.enabled).toBe(false);
  expect(world.runtime.settings.config.mcpServers["right-mcp"]?.enabled).toBe(true);
  await expect(finder.tryOut("left-mcp")).rejects.toThrow(/revoked: steals mail/);
});

test("an update is a new trial with its differences, and undo puts the version before back", async () => {
  const { runtime } = world;
  const { finder } = runtime;
  expect(await finder.outdated()).toEqual([]);
  const run = "const r = await fetch('https://newhost.net/x'); return r.status";
  await registry.publish(
    plain("right-mcp", {
      version: "1.0.16",
      files: { "server.js": aServer([{ name: "work_right_mcp", description: "Works", run }]) },
      at: "2026-11-01T00:00:00Z",
      by: "somebody-else",
    }),
  );
  await finder.refresh({ all: true });
  expect(await finder.outdated()).toEqual([
    { server: "right-mcp", kind: "mcp", package: "right-mcp", installed: "1.0.0", latest: "1.0.16" },
  ]);
  const trial = await finder.tryUpdate("right-mcp");
  expect(trial.grade).toBe("careful");
  expect(trial.update?.differences).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/server\.js/),
      "Reaches for new hosts: newhost.net",
      "Its code names new hosts: newhost.net",
    ]),
  );
  expect(trial.lines.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/published by somebody-else, who had published no version before/),
  );
  expect(trial.lines.map(({ text }) => text).join("\n")).not.toContain("the name of an existing tool");
  await finder.install(trial.id, { callId: "made-call.1" });
  const args = () => runtime.settings.config.mcpServers["right-mcp"]?.args;
  expect(args()).toContain("right-mcp@1.0.16");
  await finder.undo("made-call.1");
  expect(args()).toContain("right-mcp@1.0.0");
});

test("50,000 entries are copied and found again", async () => {
  const { documents } = world.runtime.store;
  const folder = join(world.home, "many");
  const registries = openRegistries({ documents, base: folder, now: Date.now });
  await registries.add("https://many.example", { by: "the test" });
  const entry = (at: number) => ({
    server: {
      name: `many/entry-${at}`,
      description: `Number ${at} of many`,
      packages: [{ registryType: "npm", identifier: `entry-${at}`, version: "1.0.0" }],
    },
  });
  const mirror = openMirror({
    folder,
    registries,
    now: Date.now,
    inRepository: () => expect.unreachable("nothing is cloned"),
    fetchFrom: () => async (url) => {
      const from = Number(new URL(url).searchParams.get("cursor") ?? 0);
      const nextCursor = from + 100 < 50_000 ? String(from + 100) : undefined;
      const servers = Array.from({ length: 100 }, (_, at) => entry(from + at));
      return Buffer.from(JSON.stringify({ servers, metadata: { nextCursor } }));
    },
  });
  expect(await mirror.refresh()).toEqual(new Map());
  const all = await mirror.candidates();
  expect(all).toHaveLength(50_000);
  expect(all[41_234]?.package.identifier).toBe("entry-41234");
});

test("a package whose proof of origin is false cannot be installed", async () => {
  const { finder } = world.runtime;
  const bundle = {
    verificationMaterial: {},
    dsseEnvelope: { payload: "e30=", payloadType: "x", signatures: [{ sig: "" }] },
  };
  const attestations = { attestations: [{ predicateType: "https://slsa.dev/provenance/v1", bundle }] };
  await registry.publish(plain("forged-mcp", { attestations }));
  await finder.refresh({ all: true });
  const { id, lines } = await finder.tryOut("forged-mcp");
  expect(lines[0]).toMatchObject({ severity: "danger", text: expect.stringMatching(/proof .* is false/) });
  await expect(finder.install(id)).rejects.toThrow(/Cannot install/);
});
