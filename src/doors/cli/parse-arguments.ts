import { CommanderError, Option, Command as Parser } from "commander";
import type { Command, Given } from "./command.ts";
import { COMMANDS } from "./command-table.ts";

/** What the command line asks for: a command to run, or an exit code when help or a mistake was all there was. */
type Parsed =
  | { readonly command: Command; readonly given: Given; readonly globals: Globals }
  | { readonly exitCode: number; readonly message: string; readonly json: boolean };

export interface Globals {
  readonly home?: string;
  readonly config?: string;
  readonly json: boolean;
}

const EPILOGUE = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 denied or approval needed, 4 unavailable, 124 timeout, 130 interrupted`;

/** Reads the command line. Help goes to stdout by itself; mistakes come back as a message. */
export async function parseArguments(argv: readonly string[], version: string): Promise<Parsed> {
  let result: Parsed = { exitCode: 0, message: "", json: argv.includes("--json") };
  let said = "";
  const program = new Parser("dejima")
    .description("The one harbour between an AI agent and the outside world")
    .version(version, "-V, --version")
    .option(
      "--home <folder>",
      "where runs and the database are kept (.dejima beside the config; also DEJIMA_HOME)",
    )
    .option("--config <file>", "the config file (the nearest dejima.yaml)")
    .option("--json", "print JSON on stdout and nothing else there")
    .addHelpText("after", EPILOGUE)
    .exitOverride()
    .configureOutput({
      writeErr(text) {
        said += text;
      },
    })
    .showHelpAfterError(false);
  for (const command of concerned(argv)) {
    addCommand(program, command, (given) => {
      const { home, config, json = false } = program.opts();
      result = { command, given, globals: { home, config, json } };
    });
  }
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const helped = error.exitCode === 0;
    const message = helped
      ? ""
      : said.trim() === "" || error.code === "commander.help"
        ? said.trim()
        : advised(said.trim().replace(/^error: /, ""), argv);
    return { exitCode: helped ? 0 : 2, message, json: argv.includes("--json") };
  }
  return result;
}

/** A mistake with what would work, where the parser knows of nothing near. */
function advised(message: string, argv: readonly string[]): string {
  if (message.includes("Did you mean")) return message;
  const group = COMMANDS.some(({ path }) => path.length > 1 && path[0] === argv[0]) ? ` ${argv[0]}` : "";
  return `${message}; \`dejima${group} --help\` lists what there is`;
}

// Most command lines name their group first: then the others need not be set up. Help and mistakes see all of them.
function concerned(argv: readonly string[]): readonly Command[] {
  const named = COMMANDS.filter(({ path }) => path[0] === argv[0]);
  return named.length === 0 ? COMMANDS : named;
}

function addCommand(program: Parser, command: Command, chosen: (given: Given) => void): void {
  const parent = command.path.slice(0, -1).reduce(groupOf, program);
  const name = command.path.at(-1) ?? "";
  const parser = parent.command(`${name}${command.arguments === undefined ? "" : ` ${command.arguments}`}`);
  parser
    .description(command.summary)
    .exitOverride()
    .addHelpText("after", `\nExamples:\n${command.examples.map((example) => `  ${example}`).join("\n")}`)
    .action(() => chosen({ arguments: parser.args, options: parser.opts() }));
  for (const { flags, description } of command.options ?? [])
    parser.addOption(new Option(flags, description));
}

const GROUPS: Readonly<Record<string, string>> = {
  tool: "List, inspect and call tools",
  policy: "Ask the policy",
  approvals: "Answer what waits for a person",
  grants: "Look at agreements that cover more than one call",
  flow: "See which files hold content from outside, and clear their marks",
  "set-apart": "Accept or discard self-starting files that programs wrote",
  log: "Look into the harbour log",
  prompt: "Look at what the model is told",
  workflow: "Look at the agent's workflow",
  model: "Choose the agent's model",
  learning: "Look at what the agent has learned",
  config: "Look at the config, and trust it",
  sandbox: "Run programs contained",
  mcp: "Use MCP servers, and be one",
  token: "Make, list and revoke tokens for the server",
  skill: "Install, inspect, trust and make skills",
  memory: "Look at what is remembered of you, add to it, forget it",
  profile: "Look at what you told of yourself, change it, erase it",
  schedule: "Plan what is done later, and do it",
};

function groupOf(parent: Parser, name: string): Parser {
  return (
    parent.commands.find((held) => held.name() === name) ??
    parent
      .command(name)
      .description(GROUPS[name] ?? "")
      .exitOverride()
  );
}
