import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCliFolder, type CliFolder, type Ended } from "../support/run-cli.ts";

interface Project extends AsyncDisposable {
  readonly cli: CliFolder;
  /** The user's own config. */
  readonly own: string;
  run(...args: string[]): Promise<Ended>;
}

async function aProject(user: string | undefined, files: Record<string, string> = {}): Promise<Project> {
  const cli = await aCliFolder(files);
  const folder = await mkdtemp(join(tmpdir(), "dejima-user-"));
  const own = join(folder, "dejima", "dejima.yaml");
  if (user !== undefined) {
    await mkdir(join(folder, "dejima"), { mode: 0o700 });
    await writeFile(own, user, { mode: 0o600 });
  }
  return {
    cli,
    own,
    run: (...args) => cli.run(args, { variables: { XDG_CONFIG_HOME: folder } }),
    async [Symbol.asyncDispose]() {
      await cli[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const explained = async ({ run }: Project, path: string) =>
  (await run("policy", "explain", "read_file", "--input", JSON.stringify({ path }), "--json")).json<{
    verdict: string;
    reasons: { rule: string; file?: string }[];
  }>();

test("the user's config holds below the project's, and `config show` says where each setting comes from", async () => {
  await using project = await aProject(
    "persona: kurisu\ntools:\n  timeout: 9s\nnetwork:\n  deny: [evil.example]\n",
    {
      "dejima.yaml": "tools:\n  timeout: 7s\nnetwork:\n  deny: [other.example]\n",
    },
  );
  const file = join(project.cli.folder, "dejima.yaml");
  const shown = (await project.run("config", "show", "--json")).json();
  expect(shown).toMatchObject({
    config: {
      persona: "kurisu",
      tools: { timeout: 7_000 },
      network: { deny: ["evil.example", "other.example"] },
    },
    origins: { persona: project.own, "tools.timeout": file, "network.deny": file },
  });
  expect((await project.run("config", "show")).stdout).toContain(`# from ${project.own}: persona`);
});

test("without a project's config the user's holds alone", async () => {
  await using project = await aProject("tools:\n  timeout: 9s\npermissions:\n  deny: [read_file]\n");
  expect((await project.run("config", "show", "--json")).json()).toMatchObject({
    config: { tools: { timeout: 9_000 } },
  });
  expect(await explained(project, "a.txt")).toMatchObject({ verdict: "deny" });
});

test("the user's rules and the project's hold together: the strictest wins, and its file is named", async () => {
  await using project = await aProject(
    "permissions:\n  deny: [read_file(secret.txt)]\n  safe: [read_file(open.txt)]\n",
    {
      "dejima.yaml": "permissions:\n  safe: [read_file(secret.txt)]\n  deny: [read_file(open.txt)]\n",
    },
  );
  const secret = await explained(project, "secret.txt");
  expect(secret.verdict).toBe("deny");
  expect(secret.reasons).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ rule: "read_file(secret.txt)", file: `${project.own}:2` }),
    ]),
  );
  expect(await explained(project, "open.txt")).toMatchObject({ verdict: "deny" });
});

test("a project that nobody trusts only tightens what the user set", async () => {
  await using project = await aProject("tools:\n  timeout: 9s\npermissions:\n  deny: [read_file]\n");
  await writeFile(
    join(project.cli.folder, "dejima.yaml"),
    "tools:\n  timeout: 60s\n  maxConcurrent: 1\npermissions:\n  safe: [read_file, shell]\n",
  );
  expect((await project.run("config", "show", "--json")).json()).toMatchObject({
    config: { tools: { timeout: 9_000, maxConcurrent: 1 }, permissions: { safe: [] } },
  });
  expect(await explained(project, "a.txt")).toMatchObject({ verdict: "deny" });
});

test("`policy deny RULE --user` holds in every folder, and is taken back the same way", async () => {
  await using project = await aProject(undefined);
  expect((await project.run("policy", "deny", "read_file", "--user")).code).toBe(0);
  expect(await readFile(project.own, "utf8")).toContain("read_file");
  expect(await explained(project, "a.txt")).toMatchObject({ verdict: "deny" });
  expect((await project.run("policy", "list")).stdout).toContain(project.own);
  expect((await project.run("policy", "forget", "read_file", "--user")).code).toBe(0);
  expect(await explained(project, "a.txt")).toMatchObject({ verdict: "allow" });
  expect(await project.run("policy", "forget", "read_file", "--user")).toMatchObject({ code: 2 });
});

test("a config of the user that others can change is refused", async () => {
  await using project = await aProject("permissions:\n  safe: [shell]\n");
  await chmod(project.own, 0o666);
  const refused = await project.run("config", "show");
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("other accounts can change it"),
  ]);
});
