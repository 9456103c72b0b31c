import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { DejimaError } from "../../src/contract/error.ts";
import type { Command, CommandContext } from "../../src/doors/cli/command.ts";
import { allCommands } from "../../src/doors/cli/command-table.ts";
import { createOutput } from "../../src/doors/cli/describe/output.ts";
import { aRuntime, type TestRuntime } from "../support/a-runtime.ts";

/** What a command prints with `--json`: one array, one object, or one object per line, however many there are of what it is about. */
type Printed = "array" | "object" | "lines";

const LISTS = `approvals list, channel list, cost budget list, cost price list, config where, database list, experiment list, flow list, grants list, group list, log list, log show, mcp list, mcp review, mcp tools,
  memory list, memory search, policy suggest, sandbox list, registry list, schedule list, secret list, set-apart list, sign-in list, skill list, skill search,
  token list, tool list, tool search`;
const LINES = `acp, approvals approve, approvals deny, chat, log tail, mcp login, mcp serve, resume, run, schedule run, serve`;
/** These speak with clients, other machines or programs, write outside of the home, or go on until they are stopped. */
const LEFT_OUT = `acp, acp install, acp uninstall, chat, log tail, mcp import, mcp install, mcp login, mcp serve, mcp uninstall,
  resume, run, sandbox run, schedule run, serve, completion, log sign, model list, model connect, doctor, store migrate, init`;

const words = (list: string) => new Set(list.split(",").map((word) => word.trim()));
const [lists, lines, leftOut] = [words(LISTS), words(LINES), words(LEFT_OUT)];

function printedBy({ path }: Command): Printed {
  const name = path.join(" ");
  return lists.has(name) ? "array" : lines.has(name) ? "lines" : "object";
}

/** Runs a command as `--json` does, in this process. Returns what stands on stdout, or the error that would. */
async function printed(command: Command, world: TestRuntime, given: readonly string[]): Promise<unknown[]> {
  let out = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      out += chunk;
      done();
    },
  });
  // Only what an output uses of a terminal.
  const stdout = Object.assign(stream, { isTTY: false, columns: 80 }) as unknown as NodeJS.WriteStream;
  const silent = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), {
    isTTY: false,
  });
  const output = createOutput({ json: true, stdout, stderr: silent as unknown as NodeJS.WriteStream });
  const context = {
    cwd: world.runtime.settings.base,
    variables: { HOME: world.runtime.settings.base },
    output,
    commands: allCommands,
    signal: new AbortController().signal,
    interactive: false,
    settings: async () => world.runtime.settings,
    readSettings: async () => world.runtime.settings,
    runtime: async () => world.runtime,
  } as unknown as CommandContext; // what is left out is never reached without a terminal
  try {
    await command.run(context, { arguments: given, options: {} });
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    output.error(error);
  }
  return out.trim() === ""
    ? []
    : out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

/** One word for each argument that is needed. */
function neededWords({ usage }: Command): string[] {
  return [...usage.matchAll(/<([^>]+)>/g)].map(([, name]) => (name === "shell" ? "bash" : "none"));
}

async function fill(world: TestRuntime, count: number): Promise<void> {
  const { runtime } = world;
  for (let made = 0; made < count; made++) {
    await runtime.execute("current_time", {});
    await runtime.memories.add("local", { text: `Fact number ${made} about tea`, type: "fact", source: {} });
    await runtime.schedules.add(
      { user: "local", untrusted: [] },
      { task: `task ${made}`, kind: "reminder", in: "1h" },
    );
  }
}

for (const count of [0, 1, 3])
  test(`every list of the command line is one JSON array with ${count} of what it lists`, async () => {
    await using world = await aRuntime();
    await fill(world, count);
    const commands = (await allCommands()).filter((command) => printedBy(command) === "array");
    expect(commands.map(({ path }) => path.join(" ")).toSorted()).toEqual([...lists].toSorted());
    for (const command of commands) {
      const name = command.path.join(" ");
      const given = command.usage.includes("text") ? ["tea"] : [];
      const documents = await printed(command, world, given);
      // Without any run there is no log to show.
      if (name === "log show" && count === 0) expect(documents).toEqual([{ error: expect.anything() }]);
      else expect([name, ...documents.map(typeOf)]).toEqual([name, "array"]);
    }
  });

test("every other command prints one object, or one object per line; what goes wrong is { error }", async () => {
  await using world = await aRuntime();
  for (const command of await allCommands()) {
    const name = command.path.join(" ");
    if (leftOut.has(name)) continue;
    const documents = await printed(command, world, neededWords(command));
    const wanted = printedBy(command);
    const failed = documents.some(
      (document) => typeof document === "object" && document !== null && "error" in document,
    );
    if (failed) {
      expect([name, documents.length]).toEqual([name, 1]);
      expect([name, documents[0]]).toMatchObject([
        name,
        { error: { code: expect.any(String), message: expect.any(String), details: {} } },
      ]);
    } else if (wanted === "lines")
      for (const document of documents) expect([name, typeOf(document)]).toEqual([name, "object"]);
    else expect([name, ...documents.map(typeOf)]).toEqual([name, wanted]);
  }
});
