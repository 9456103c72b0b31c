import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCommandLine } from "../agent/command-line.ts";

/** Words of the libraries that check input, which mean nothing to a person. */
const RAW =
  /Invalid (?:key|input|option|url)|Instance|Too (?:small|big)|expected \w+, received|Nested mappings|ZodError|\bat Object\./i;

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [["mcp", "add", "bad name!", "--", "x"], /<name> "bad name!": must begin with a letter or digit/],
  [["mcp", "add", "w", "--url", "not-a-url"], /"not-a-url" is no address.*https:\/\/example\.com\/mcp/],
  [
    ["mcp", "add", "w", "--", "http://127.0.0.1:3/mcp"],
    /dejima mcp add w --url http:\/\/127\.0\.0\.1:3\/mcp/,
  ],
  [["mcp", "add"], /usage: dejima mcp add <name>.*`dejima mcp add --help`/],
  [["tool", "info"], /usage: dejima tool info <name>.*`dejima tool info --help`/],
  [["policy", "allow", "a", "b", "c"], /usage: dejima policy allow <rule>/],
  [["log", "prune", "--older-than", "90"], /a time such as "30s", "10m", "12h" or "90d"/],
  [["tool", "role", "read_file", "path", "x"], /destination, authority, content/],
  [["mcp", "grant", "a"], /usage: dejima mcp grant <name> <what\.\.\.>/],
  [
    ["config", "set", "foo", "bar"],
    /"foo": the setting was not found\. `dejima config show` lists the settings/,
  ],
  [
    ["config", "set", "tools.timeout", "soon"],
    /Cannot set tools\.timeout to "soon": it must be a time such as "30s"/,
  ],
  [["config", "set", "persona", "nobody"], /Cannot find persona "nobody": there are kurisu, plain/],
  [
    ["eval", "nope.yaml"],
    /file not found\. `dejima eval record` makes a case from the last run of the agent/,
  ],
  [["registry", "add", ".", "--kind", "mcp"], /of the kind mcp: it takes an address, such as https:/],
  [
    ["channel", "connect", "feishu"],
    /Cannot connect Feishu \/ Lark: appId is missing\. Give it with --set appId=VALUE/,
  ],
  [["experiment", "start", "read_file"], /--description TEXT.*--with-version VERSION/],
  [
    ["database", "add", "shop", "nope.db"],
    /file not found\. Give the path of an SQLite file, or an address such as/,
  ],
  [["database", "add", "shop", "."], /it is a folder\. Give the path of an SQLite file/],
  [["database", "show", "shop"], /Cannot find the database "shop"\. Add one: dejima database add/],
];

test.each(WRONG)("dejima %j says in plain words what would work", async (args, words) => {
  await using cli = await aCommandLine();
  const { code, stderr, stdout } = await cli.run(args);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(RAW);
});

test.each([["tool"], ["mcp"], ["policy"], ["log"]])(
  "dejima %s alone shows its commands, without calling it an error",
  async (group) => {
    await using cli = await aCommandLine();
    const human = await cli.run([group]);
    expect(human.code).toBe(2);
    expect(human.stderr).toMatch(/^Usage: dejima/);
    const json = await cli.run([group, "--json"]);
    expect(json.lines()).toEqual([
      {
        error: expect.objectContaining({
          code: "invalid_input",
          message: expect.stringMatching(/alone: name one of its commands, /),
        }),
      },
    ]);
  },
);

test("a config that cannot be read is told without the words of the parser, and no later check passes by defaults", async () => {
  await using cli = await aCommandLine();
  await writeFile(join(cli.folder, "dejima.yaml"), "permissions: a: b\n");
  const listed = await cli.run(["tool", "list"]);
  expect(listed.stderr).toMatch(/line 1: two keys on one line; /);
  expect(listed.stderr).not.toMatch(/:\s*$/);
  const { checks } = (await cli.run(["doctor", "--json"])).lines()[0] as {
    checks: { name: string; status: string }[];
  };
  expect(checks.find(({ name }) => name === "config")?.status).toBe("failed");
  expect(checks.some(({ name }) => name === "permissions")).toBe(false);
});

test("dejima doctor ticks neither a missing engine nor a config that is not trusted", async () => {
  await using cli = await aCommandLine();
  await writeFile(join(cli.folder, "dejima.yaml"), "permissions:\n  safe: [write_file]\n");
  const { checks } = (await cli.run(["doctor", "--json"])).lines()[0] as {
    checks: { name: string; status: string; message: string }[];
  };
  expect(checks.find(({ name }) => name === "config")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("permissions.safe"),
  });
  for (const { name, status, message } of checks)
    if (name.startsWith("sandbox") && /no engine|not installed|does not work/.test(message))
      expect(status).not.toBe("ok");
});

test("dejima config show writes times and sizes with their units, and numbers in JSON", async () => {
  await using cli = await aCommandLine();
  const { stdout } = await cli.run(["config", "show"]);
  expect(stdout).toMatch(/timeout: 30s/);
  expect(stdout).toMatch(/chat: 10m/);
  expect(stdout).toMatch(/memory: 512m/);
  expect(stdout).not.toMatch(/: (30000|600000|86400000|536870912)\b/);
  const [json] = (await cli.run(["config", "show", "--json"])).lines();
  expect(json).toMatchObject({ config: { tools: { timeout: 30_000 } } });
});

test("dejima policy warns at once of a rule that names no tool", async () => {
  await using cli = await aCommandLine();
  const { code, stderr, stdout } = await cli.run(["policy", "ask", "reed_file"]);
  expect(code).toBe(0);
  expect(stdout).toContain("reed_file: ask");
  expect(stderr).toMatch(
    /The rule "reed_file" .*has no effect: no tool is called "reed_file"; did you mean read_file/,
  );
  const known = await cli.run(["policy", "ask", "read_file", "--json"]);
  expect(known.lines()[0]).not.toHaveProperty("notice");
});

test("dejima run ends with the code of the call that failed, when nothing succeeded", async () => {
  await using cli = await aCommandLine({ "a.txt": "hello\n" });
  expect((await cli.run(["run", "read nothere.txt"])).code).toBe(1);
  expect((await cli.run(["run", "read /etc/passwd"])).code).toBe(3);
  expect((await cli.run(["run", "read a.txt"])).code).toBe(0);
});

test("dejima mcp list remembers that a server failed, and mcp remove names the rules of its tools", async () => {
  await using cli = await aCommandLine();
  const added = await cli.run(["mcp", "add", "gone", "--", "no-such-program"]);
  expect(added.code).toBe(4);
  const listed = await cli.run(["mcp", "list"]);
  expect(listed.stdout).toMatch(/gone\s+failing/);
  expect(listed.stderr).toContain("no-such-program");
  await cli.run(["policy", "ask", "gone__*"]);
  const kept = await cli.run(["mcp", "remove", "gone"]);
  expect(kept.stderr).toMatch(/Rules of its tools stay: gone__\*.*dejima policy forget 'gone__\*'/);
  await cli.run(["mcp", "add", "gone", "--", "no-such-program"]);
  const [removed] = (await cli.run(["mcp", "remove", "gone", "--rules", "--json"])).lines();
  expect(removed).toMatchObject({ rules: ["gone__*"], rulesRemoved: true });
  expect(await readFile(join(cli.folder, "dejima.yaml"), "utf8")).not.toContain("gone");
});

test("`dejima eval record` and `dejima replay` take the last run of the agent, not a single call", async () => {
  await using cli = await aCommandLine();
  for (const command of [["eval", "record"], ["replay"]])
    expect((await cli.run(command)).stderr).toContain('`dejima run "what time is it?"` makes a run');
  expect((await cli.run(["run", "what time is it in Tokyo?"])).code).toBe(0);
  expect((await cli.run(["tool", "call", "current_time"])).code).toBe(0);
  expect((await cli.run(["eval", "record"])).stdout).toContain("Written: evals/");
  expect((await cli.run(["replay"])).stdout).toContain("same");
});

test("policy explain without an input counts rules about what the tool does, and the same rule twice changes nothing", async () => {
  await using cli = await aCommandLine();
  const verdictOf = async (tool: string) =>
    (await cli.run(["policy", "explain", tool, "--json"])).lines()[0]?.verdict;
  expect([await verdictOf("write_file"), await verdictOf("http_post")]).toEqual(["deny", "deny"]);
  await cli.run(["policy", "ask", "writing"]);
  expect([await verdictOf("write_file"), await verdictOf("http_post")]).toEqual(["ask", "deny"]);
  const again = await cli.run(["policy", "ask", "writing"]);
  expect(again.stdout).toMatch(/^writing: ask already, in .*dejima\.yaml\. Nothing changed\.\n$/);
  const narrow = await cli.run(["policy", "allow", "write_file(./out/**)"]);
  expect(narrow.stdout).toContain("To take it back: dejima policy forget 'write_file(./out/**)'");
  expect(await verdictOf("write_file")).toBe("ask");
});

test("schedule add says when a reminder comes, what has to be open for it, and how to delete it", async () => {
  await using cli = await aCommandLine();
  const added = await cli.run(["schedule", "add", "stretch", "--in", "10m", "--reminder"]);
  expect(added.stdout).toMatch(/^Reminder set: stretch\nwhen +once at .*\nnext +\d{4}-/);
  expect(added.stdout).not.toMatch(/unattended|missed|0 failed/);
  expect(added.stderr).toMatch(/while `dejima`, `dejima serve` or `dejima schedule run` is open/);
  expect(added.stderr).toMatch(/To delete it: dejima schedule cancel s-[0-9a-f]+/);
});
