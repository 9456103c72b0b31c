import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { COMMAND } from "../support/command.ts";
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
  expect(await explained(project, "a.txt")).toMatchObject({
    verdict: "deny",
    change: ["To remove the rule that forbids it: dejima policy forget 'read_file' --user"],
  });
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

test("`config set`, `config unset` and `config where` need no editor, in every folder and in this one", async () => {
  await using project = await aProject(undefined, { "dejima.yaml": "# mine\ntools:\n  timeout: 7s\n" });
  const file = join(project.cli.folder, "dejima.yaml");
  expect((await project.run("config", "set", "persona", "kurisu", "--user")).stderr).toBe("");
  expect((await project.run("config", "set", "tools.maxConcurrent", "2")).code).toBe(0);
  expect(await readFile(file, "utf8")).toBe("# mine\ntools:\n  timeout: 7s\n  maxConcurrent: 2\n");
  const places = (await project.run("config", "where", "--json")).json<object[]>();
  expect(places).toEqual([
    {
      kind: "project",
      place: file,
      exists: true,
      decides: ["tools.timeout", "tools.maxConcurrent"],
    },
    { kind: "user", place: project.own, exists: true, decides: ["persona"] },
    { kind: "models", place: expect.stringContaining("models.json"), exists: false, decides: [] },
    { kind: "home", place: join(project.cli.folder, ".dejima"), exists: false, decides: [] },
  ]);
  expect((await project.run("config", "where")).stdout).toContain(
    `${project.own}  (yours, in every folder)\n  decides persona`,
  );
  expect((await project.run("config", "unset", "persona", "--user")).code).toBe(0);
  expect(await readFile(project.own, "utf8")).not.toContain("persona");
});

test("`config set` names the command that restores the earlier value", async () => {
  await using project = await aProject(undefined);
  const set = async (...args: string[]) =>
    (await project.run("config", "set", "network.deny", ...args, "--user")).stdout;
  expect(await set("a.example", "*.b.example")).toContain(
    "To take it back: dejima config unset network.deny --user\n",
  );
  expect(await set("c.example")).toContain(
    "To take it back: dejima config set network.deny a.example '*.b.example' --user\n",
  );
});

test("`config set` refuses unknown settings, a key in plain text, rules, and an untrusted config", async () => {
  await using project = await aProject(undefined);
  const refused = async (...args: string[]) => (await project.run("config", "set", ...args)).stderr;
  expect(await refused("tools.timeot", "9s")).toContain('Did you mean "timeout"?');
  expect(await refused("tools", "9s")).toContain("tools.timeout");
  expect(await refused("models.providers.openai.apiKey", "sk-abcdefgh12345678")).toContain("model connect");
  expect(await refused("permissions.safe", "shell", "--user")).toContain("dejima policy allow");
  expect(await refused("tools.maxConcurrent", "many")).toContain("maxConcurrent");
  const file = join(project.cli.folder, "dejima.yaml");
  await writeFile(file, "persona: plain\n");
  expect(await refused("persona", "kurisu")).toContain("dejima config trust");
  expect(await readFile(file, "utf8")).toBe("persona: plain\n");
});

test("`mcp add --user` adds a server for every folder, by whole paths, and `mcp remove --user` takes it out", async () => {
  await using project = await aProject(undefined, {
    "server.mjs": "process.stdin.resume();",
    "dejima.yaml": "persona: plain\n",
  });
  const added = await project.run(
    "mcp",
    "add",
    "notes",
    "--user",
    "--folder",
    "docs",
    "--",
    "node",
    "./server.mjs",
  );
  expect(added.stdout).toContain(`Added notes to ${project.own}`);
  const text = await readFile(project.own, "utf8");
  expect(text).toContain(join(project.cli.folder, "server.mjs"));
  expect(text).toContain(join(project.cli.folder, "docs"));
  expect((await project.run("config", "show", "--json")).json()).toMatchObject({
    config: { mcpServers: { notes: { command: "node" } } },
  });
  expect((await project.run("mcp", "remove", "notes")).stderr).toContain("add --user");
  expect((await project.run("mcp", "remove", "notes", "--user")).code).toBe(0);
  expect(await readFile(project.own, "utf8")).not.toContain("notes");
  expect(await readFile(join(project.cli.folder, "dejima.yaml"), "utf8")).toBe("persona: plain\n");
});

test("in a read-only folder, a home of the user is used instead, without any setup", async () => {
  await using project = await aProject(undefined);
  const { folder, variables } = project.cli;
  const state = variables.XDG_STATE_HOME ?? "";
  const { PATH = "", HOME = "" } = process.env;
  const walls = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", state, state];
  const command = [process.execPath, COMMAND, "run", "hello", "--model", "offline"];
  const { stdout, stderr } = await promisify(execFile)(
    "bwrap",
    [...walls, "--chdir", folder, "--", ...command],
    {
      env: { PATH, HOME, ...variables },
    },
  );
  expect(stderr).toContain("nothing can be written in this folder");
  expect(stdout).not.toBe("");
  expect(await readdir(join(state, "dejima", "homes"))).toHaveLength(1);
});
