import { expect, test, vi } from "vitest";
import { allCommands } from "../command-table.ts";
import { parseArguments } from "./parse-arguments.ts";

const COMMANDS = await allCommands();

/** Splits an example as a shell would: quotes and blanks, nothing more. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
}

for (const command of COMMANDS) {
  const name = command.path.join(" ");
  test(`dejima ${name} has examples that are understood as itself`, async () => {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      const [, line = ""] = /\bdejima ([^|>)]*)/.exec(example) ?? [];
      const parsed = await parseArguments(words(line), "1.0.0");
      expect([example, "command" in parsed ? parsed.command.path.join(" ") : parsed]).toEqual([
        example,
        name,
      ]);
    }
  });

  test(`dejima ${name} is explained: a summary, and every option`, () => {
    expect(command.summary).toMatch(/^[A-Z].{4,}[^.]$/);
    for (const { flags, description } of command.options)
      expect([flags, description.length > 3]).toEqual([flags, true]);
  });
}

test("dejima --help explains every group of commands", async () => {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await parseArguments(["--help"], "1.0.0");
  const text = written.mock.calls.map(([part]) => String(part)).join("");
  written.mockRestore();
  const groups = new Set(COMMANDS.filter(({ path }) => path.length > 1).map(({ path }) => path[0]));
  for (const group of groups)
    expect(text).toMatch(new RegExp(`^  ${group}(?: \\[options\\])?(?: <[a-z.]+>)? {2,}[A-Z]`, "m"));
});

test("parseArguments() takes the global options before and after the command", async () => {
  for (const argv of [
    ["--json", "--home", "h", "--config", "c", "tool", "list"],
    ["tool", "list", "--json", "--home", "h", "--config", "c"],
    ["tool", "--home=h", "list", "--config=c", "--json"],
  ]) {
    expect(await parseArguments(argv, "1.0.0")).toMatchObject({
      globals: { json: true, home: "h", config: "c" },
    });
  }
});

test("parseArguments() tells mistakes apart from help", async () => {
  const mistakes = [
    ["nonsense"],
    ["tool"],
    ["tool", "info"],
    ["tool", "list", "extra"],
    ["tool", "list", "--nonsense"],
    ["undo", "a", "b"],
  ];
  for (const argv of mistakes)
    expect([argv, await parseArguments(argv, "1.0.0")]).toMatchObject([argv, { exitCode: 2 }]);
  expect(await parseArguments(["--json", "nonsense"], "1.0.0")).toMatchObject({
    json: true,
    message: "unknown command 'nonsense'; `dejima --help` lists what there is",
  });
});

test("parseArguments() says that a command is unknown where its help is asked for", async () => {
  for (const argv of [
    ["foo", "--help"],
    ["mcp", "foo", "-h"],
    ["--home", "x", "foo", "--help"],
    ["help", "foo"],
    ["help", "mcp", "foo"],
  ])
    expect([argv, await parseArguments(argv, "1.0.0")]).toMatchObject([
      argv,
      { exitCode: 2, message: expect.stringContaining("unknown command 'foo'") },
    ]);
  const stdout = { write: () => true };
  for (const argv of [
    ["--help"],
    ["mcp", "--help"],
    ["mcp", "add", "--help"],
    ["help"],
    ["help", "mcp", "add"],
  ])
    expect([argv, await parseArguments(argv, "1.0.0", { stdout })]).toMatchObject([argv, { exitCode: 0 }]);
});

test("mcp install without a client lists the clients", async () => {
  const parsed = await parseArguments(["mcp", "install"], "1.0.0");
  expect(parsed).toMatchObject({ exitCode: 2, message: expect.stringMatching(/claude, .*cursor/) });
});

test("mcp add without dashes before the program says where they belong", async () => {
  const parsed = await parseArguments(["mcp", "add", "x", "npx", "-y", "some-server"], "0.0.0");
  expect(parsed).toMatchObject({ exitCode: 2 });
  expect("message" in parsed && parsed.message).toContain("`dejima mcp add x -- npx -y some-server`");
  const other = await parseArguments(["mcp", "add", "x", "--nonsense"], "0.0.0");
  expect("message" in other && other.message).toContain("usage: dejima mcp add");
});

test.each([
  ["skill run tally sum.py --input in.json", "`dejima skill run tally sum.py -- --input in.json`"],
  ["skill run tally sum.py --redo=in.json", "`dejima skill run tally sum.py -- --redo=in.json`"],
  ["skill run tally . a.txt -o b.txt", "`dejima skill run tally . a.txt -- -o b.txt`"],
])("options of a script without dashes before them: dejima %s", async (line, told) => {
  const parsed = await parseArguments(line.split(" "), "0.0.0");
  expect("message" in parsed && parsed.message).toContain(told);
});

test("a mistake and its advice are one sentence", async () => {
  const parsed = await parseArguments(["cost", "limit"], "0.0.0");
  expect("message" in parsed && parsed.message).toMatch(/: limit; usage: dejima cost /);
});
