import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { claimNewHome } from "../../src/config/trust/home-claim.ts";
import type { FileAccess } from "../../src/contract/data/file-access.ts";
import { openSetApartFolder } from "../../src/files/set-apart/set-apart-folder.ts";
import { listDrivers } from "../../src/sandbox/create-sandbox.ts";
import { aWorkspace } from "../files/a-workspace.ts";
import { aRuntime, outputOf } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";

const [bubblewrap] = await listDrivers();
const works = bubblewrap?.usable === true;
const why = works ? "" : ` (skipped: ${bubblewrap?.reason})`;

/** A workspace in which a program is let loose; what it leaves behind is given by path. */
async function afterProgram(
  files: Readonly<Record<string, string>>,
  program: (root: string, open: () => FileAccess) => Promise<unknown>,
  limits: { undoMaxFiles?: number } = {},
) {
  const world = await aWorkspace(files, { ...limits, setsApart: true });
  const kept = await world.open({ callId: "k" }).keep(["."]);
  await program(world.root, world.open);
  const changes = await kept.settle();
  const paths = changes.setApart?.map(({ path }) => path) ?? [];
  return { world, changes, paths };
}

const write = async (root: string, path: string, content: string) => {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), content);
};

test("keep() sets apart every self-starting file that a program makes: ignored ones, Dejima's own, look-alikes and links", async () => {
  const made = [
    "dejima.yaml",
    "sub/Dejima.YAML",
    "sub/.dejima/tools/a.ts",
    "personas/plain.yaml",
    ".git/hooks/pre-commit",
    ".git/config",
    ".github/workflows/a.yml",
    ".vscode/tasks.json",
    ".claude/settings.json",
    ".envrc",
    "built/Makefile",
    "package.json",
    ".bashrc",
    ".local/state/dejima/trust/a.json",
  ];
  const { world, changes, paths } = await afterProgram(
    { ".gitignore": "built/\n", "src/a.txt": "a" },
    async (root) => {
      for (const path of made)
        await write(
          root,
          path,
          path === "package.json" ? '{"scripts":{"test":"evil"}}' : "[core]\n\thooksPath = evil\n",
        );
      await symlink("/tmp", join(root, ".github/actions"));
      await mkdir(join(root, "evil/workflows"), { recursive: true });
      await symlink("../evil", join(root, "sub/.github"));
      await write(root, "src/a.txt", "b");
      await write(root, "src/new.txt", "n");
    },
  );
  await using _ = world;
  expect(paths).toEqual(
    [...made, ".github/actions", "sub/.github"].sort((one, other) => one.localeCompare(other)),
  );
  for (const path of [...made, ".github/actions", "sub/.github"])
    expect(existsSync(join(world.root, path)), path).toBe(false);
  expect(changes.changed).toEqual(["src/a.txt", "src/new.txt"]);
});

test("keep() puts back what stood there, and leaves alone what starts nothing new", async () => {
  const before = {
    Makefile: "all:\n",
    "package.json": '{"name":"a","scripts":{"test":"old"}}',
    ".git/config": "[core]\n\tbare = false\n",
  };
  const { world, paths } = await afterProgram(before, async (root) => {
    await write(root, "Makefile", "all:\n\tevil\n");
    await write(root, "package.json", '{"name":"a","scripts":{"test":"old"},"dependencies":{"x":"1"}}');
    await write(
      root,
      ".git/config",
      '[core]\n\tbare = false\n[branch "main"]\n\tremote = origin\n[remote "origin"]\n\turl = https://example.com/a.git\n',
    );
    await write(root, ".git/hooks/pre-commit.sample", "#!/bin/sh\n");
    await write(root, "node_modules/x/package.json", '{"scripts":{"install":"node-gyp rebuild"}}');
    await write(root, "node_modules/x/Makefile", "all:\n");
  });
  await using _ = world;
  expect(paths).toEqual(["Makefile"]);
  expect(await readFile(join(world.root, "Makefile"), "utf8")).toBe("all:\n");
  expect(await readFile(join(world.root, "package.json"), "utf8")).toContain("dependencies");
});

test("keep() sees a changed script, a changed Git setting, and a folder that took the place of another", async () => {
  const before = {
    "package.json": '{"scripts":{"test":"old"}}',
    ".git/config": "[core]\n\tbare = false\n",
    "evil/hooks/pre-push": "evil",
    "evil/config": "x",
  };
  const { world, paths } = await afterProgram(before, async (root) => {
    await write(root, "package.json", '{"scripts":{"test":"new"}}');
    await rm(join(root, ".git"), { recursive: true, maxRetries: 20, retryDelay: 100 });
    await write(root, ".git/config", "[core]\n\tbare = false\n\tfsmonitor = evil\n");
    await write(root, ".git/hooks/pre-push", "evil");
  });
  await using _ = world;
  expect(paths).toEqual([".git/config", ".git/hooks/pre-push", "package.json"]);
  expect(await readFile(join(world.root, ".git/config"), "utf8")).toBe("[core]\n\tbare = false\n");
});

test("keep() looks for self-starting files in a tree that is too large to be kept, too", async () => {
  const { world, changes, paths } = await afterProgram(
    { "a.txt": "a", "b.txt": "b" },
    (root) => write(root, "dejima.yaml", "{}"),
    { undoMaxFiles: 1 },
  );
  await using _ = world;
  expect(changes.notKept).toContain("contains at least");
  expect(paths).toEqual(["dejima.yaml"]);
});

test("keep() leaves alone what Dejima itself writes while the program runs, because it was allowed to", async () => {
  const { world, paths } = await afterProgram({ "old.txt": "moved", Makefile: "old" }, async (root, open) => {
    const files = open();
    await files.write("Makefile", Buffer.from("all:"));
    await files.move("old.txt", ".envrc");
    await write(root, "a/Makefile", "all:");
  });
  await using _ = world;
  expect(paths).toEqual(["a/Makefile"]);
  expect(await readFile(join(world.root, "Makefile"), "utf8")).toBe("all:");
  expect(existsSync(join(world.root, ".envrc"))).toBe(true);
});

const yes = async () => ({ answer: "approve", by: "test" }) as const;

test.runIf(works)(
  `an approved shell that writes a dejima.yaml leaves none behind, and says so${why}`,
  async () => {
    await using world = await aRuntime({ config: { permissions: { confirm: ["shell"] } }, ask: yes });
    const command =
      "printf 'persona: evil\\n' > dejima.yaml; mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit; echo a > a.txt";
    const output = outputOf(await world.runtime.execute("shell", { command, write: true })) as {
      changed: string[];
      setApart: { path: string; why: string; id: string }[];
    };
    expect(output.changed).toEqual(["a.txt"]);
    expect(output.setApart.map(({ path }) => path)).toEqual([".git/hooks/pre-commit", "dejima.yaml"]);
    expect((await readdir(world.workspace)).sort()).toEqual([".dejima", ".git", "a.txt"]);
    const log = await Array.fromAsync(world.runtime.history.read(world.events[0]?.runId ?? ""));
    const apart = log.filter((record) => record.type === "files-set-apart");
    expect(apart.toSorted((a, b) => b.files[0]?.why.localeCompare(a.files[0]?.why ?? "") ?? 0)).toMatchObject(
      output.setApart.map(({ id, why }) => ({
        status: "waiting",
        files: [{ id, why, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      })),
    );

    const files = world.runtime.setApart;
    const [hook, config] = output.setApart;
    expect(await files.show(hook?.id ?? "")).toMatchObject({
      content: "evil\n",
      status: "waiting",
      why: "Git runs it or obeys it",
    });
    await files.accept(hook?.id ?? "", "ann");
    expect(await readFile(join(world.workspace, ".git/hooks/pre-commit"), "utf8")).toBe("evil\n");
    await files.discard(config?.id ?? "", "ann");
    expect(existsSync(join(world.workspace, "dejima.yaml"))).toBe(false);
    expect((await files.list()).map(({ status, by }) => [status, by]).sort()).toEqual([
      ["accepted", "ann"],
      ["discarded", "ann"],
    ]);
    await expect(files.accept(config?.id ?? "", "ann")).rejects.toMatchObject({ code: "conflict" });
    const runId = world.events[0]?.runId ?? "";
    const records = await Array.fromAsync(world.runtime.history.read(runId));
    expect(records.filter((record) => record.type === "files-set-apart").slice(2)).toMatchObject([
      { status: "accepted", by: "ann", files: [{ id: hook?.id }] },
      { status: "discarded", by: "ann", files: [{ id: config?.id }] },
    ]);
  },
);

test.runIf(works)(
  `what stands in the place of a file by now is not overwritten by accepting it${why}`,
  async () => {
    await using world = await aRuntime({ config: { permissions: { confirm: ["shell"] } }, ask: yes });
    outputOf(await world.runtime.execute("shell", { command: "echo all: > Makefile", write: true }));
    const files = world.runtime.setApart;
    const [entry] = await files.list();
    await writeFile(join(world.workspace, "Makefile"), "mine");
    await expect(files.accept(entry?.id ?? "", "ann")).rejects.toMatchObject({ code: "conflict" });
    expect(await readFile(join(world.workspace, "Makefile"), "utf8")).toBe("mine");
    await expect(files.show("../../x")).rejects.toMatchObject({ code: "invalid_input" });
  },
);

test.runIf(works)(
  `a decision after the end of the run stands in its log, which still verifies${why}`,
  async () => {
    await using world = await aRuntime({ config: { permissions: { confirm: ["shell"] } }, ask: yes });
    const run = await world.runtime.openRun();
    outputOf(await run.execute({ tool: "shell", input: { command: "echo all: > Makefile", write: true } }));
    await run.end("done");
    const [entry] = await world.runtime.setApart.list();
    await world.runtime.setApart.discard(entry?.id ?? "", "ann");
    const records = await Array.fromAsync(world.runtime.history.read(run.id));
    expect(records.at(-1)).toMatchObject({ type: "files-set-apart", status: "discarded", by: "ann" });
    expect(await world.runtime.history.verify(run.id)).toMatchObject({ ok: true });
  },
);

test("dejima set-apart lists, shows, accepts and discards", async () => {
  await using cli = await aCliFolder();
  claimNewHome(join(cli.folder, ".dejima"), cli.variables);
  const folder = openSetApartFolder(join(cli.folder, ".dejima/set-apart"));
  const entry = {
    type: "file",
    why: "a shell runs it",
    callId: "r.1",
    at: "2026-01-01",
    mode: 0o644,
    replaces: null,
  } as const;
  for (const [id, name] of [
    ["0123456789ab", ".envrc"],
    ["ba9876543210", "Makefile"],
  ] as const)
    await folder.add(
      { ...entry, id, path: join(cli.folder, name), sha256: "", status: "waiting" },
      Buffer.from(`of ${name}`),
    );
  const listed = (await cli.run(["set-apart", "list", "--json"])).json<{ id: string }[]>();
  expect(listed.map(({ id }) => id)).toEqual(["0123456789ab", "ba9876543210"]);
  expect((await cli.run(["set-apart", "list"])).stdout).toContain("dejima set-apart show ID");
  const shown = (await cli.run(["set-apart", "show", "0123456789ab"])).stdout;
  expect(shown).toContain("of .envrc");
  expect(shown).toContain("dejima set-apart accept 0123456789ab");
  expect((await cli.run(["set-apart", "accept", "0123456789ab", "--json"])).json()).toMatchObject({
    status: "accepted",
  });
  expect(await readFile(join(cli.folder, ".envrc"), "utf8")).toBe("of .envrc");
  expect((await cli.run(["set-apart", "discard", "ba9876543210", "--json"])).json()).toMatchObject({
    status: "discarded",
  });
  expect(existsSync(join(cli.folder, "Makefile"))).toBe(false);
  expect((await cli.run(["set-apart", "list"])).stdout).toContain("Nothing is set apart.");
});

test("keep() sets apart what a program makes, though it also nests folders deeper than a path can name", async () => {
  const { paths } = await afterProgram({}, async (root) => {
    await write(root, "Makefile", "all:\n\ttouch x\n");
    // Relative steps reach deeper than the longest path: one shell makes them all.
    const nest = `cd "$0"; for i in $(seq 25); do mkdir -m 700 $(printf 'a%.0s' $(seq 200)); cd -P a* || exit 1; done; chmod 0 .`;
    await promisify(execFile)("sh", ["-c", nest, root]);
  });
  expect(paths).toContain("Makefile");
});
