import { CommanderError, Option, Command as Parser } from "commander";
import type { Command, RawInput } from "../command.ts";
import { commandsOf, topicOf } from "../command-table.ts";
import { displayWidth } from "../terminal/display-width.ts";
import { wrapText } from "../terminal/word-wrap.ts";
import { mistakeInChinese } from "../words/mistakes.ts";
import { ENGLISH, type Say } from "../words/say.ts";

/** The parsed command line: a command to run, or an exit code after help or a mistake. */
type Parsed =
  | { readonly command: Command; readonly input: RawInput; readonly globals: Globals }
  | { readonly exitCode: number; readonly message: string; readonly json: boolean; readonly help?: string };

export interface Globals {
  readonly home?: string;
  readonly config?: string;
  readonly json: boolean;
}

/** Where help is written, and in which language. */
interface ParseOptions {
  readonly stdout?: Pick<NodeJS.WriteStream, "write">;
  readonly say?: Say;
}

/** Parses the command line. Help is printed to `stdout`; mistakes are returned as a message. */
export async function parseArguments(
  given: readonly string[],
  version: string,
  { stdout = process.stdout, say: spoken = ENGLISH }: ParseOptions = {},
): Promise<Parsed> {
  const argv = withHelpOption(given);
  const say = argv.includes("--json") ? ENGLISH : spoken;
  let result: Parsed = { exitCode: 0, message: "", json: argv.includes("--json") };
  let printed = "";
  const program = new Parser("dejima")
    .description(say("The one harbour between an AI agent and the outside world"))
    .version(version, "-V, --version", say("output the version number"))
    .option(
      "--home <folder>",
      say("the folder for runs and the database (default: .dejima beside the config; also DEJIMA_HOME)"),
    )
    .option("--config <file>", say("the config file (the nearest dejima.yaml)"))
    .option("--json", say("print JSON on stdout and nothing else there"))
    .helpOption("-h, --help", say("display help for command"))
    .helpCommand("help [command]", say("display help for command"))
    .configureHelp({
      displayWidth,
      boxWrap: wrapText,
      styleTitle: (title) => say(title),
      styleUsage: (usage) => placesIn(usage, say),
      styleSubcommandTerm: (term) => placesIn(term, say),
    })
    .addHelpText("after", epilogue(say))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr(text) {
        printed += text;
      },
    })
    .showHelpAfterError(false);
  // The version needs no commands.
  const commands =
    argv.length === 1 && /^(-V|--version)$/.test(argv[0] ?? "") ? [] : await commandsOf(firstWord(argv));
  const groups = new Map(
    commands
      .map(({ path, group = "" }) => [path.slice(0, Math.max(1, path.length - 1)).join(" "), group] as const)
      .filter(([, group]) => group !== ""),
  );
  // The parser would print the help of the level above.
  const words = namesUnknown(commands, argv) ? argv.filter((word) => !HELP.has(word)) : argv;
  for (const command of commands) {
    addCommand(program, command, { groups, say }, (input) => {
      const { home, config, json = false } = program.opts();
      result = { command, input, globals: { home, config, json } };
    });
  }
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const helped = error.exitCode === 0;
    const json = argv.includes("--json");
    if (helped) return { exitCode: 0, message: "", json };
    const help = printed.trim();
    if (error.code === "commander.help" && help !== "")
      return { exitCode: 2, message: groupAlone(commands, argv, say), json, help };
    const message =
      help === "" ? "" : advised(help.replace(/^error: /, "").replace(/\.$/, ""), commands, { argv, say });
    return { exitCode: 2, message, json };
  }
  return result;
}

/** The command line with `chat` if it names no command: the default at a terminal. */
export function withDefaultCommand(argv: readonly string[]): readonly string[] {
  return firstWord(argv) === undefined && !argv.includes("--json") ? [...argv, "chat"] : argv;
}

/** The first word that is not a global option. `undefined` if only the parser can tell. */
function firstWord(argv: readonly string[]): string | undefined {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--home" || word === "--config") at++;
    else if (!/^--(json$|home=|config=)/.test(word)) return word;
  }
  return undefined;
}

/** The places that the parser itself puts into a usage, in the language of the terminal. */
function placesIn(usage: string, say: Say): string {
  return usage.replace("[options]", say("[options]")).replace("[command]", say("[command]"));
}

/** The text below the list of commands. */
function epilogue(say: Say): string {
  const exits = say(
    "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 denied or approval needed, 4 unavailable, 124 timeout, 130 interrupted",
  );
  return `\n${say("Without a command, on a terminal: dejima chat")}\n${exits}`;
}

/** A mistake with a suggestion, if the parser knows nothing similar. */
function advised(
  english: string,
  commands: readonly Command[],
  { argv, say }: { readonly argv: readonly string[]; readonly say: Say },
): string {
  const message = say.language === "zh" ? mistakeInChinese(english) : english;
  const named = namedPath(commands, argv);
  const command = commands.find(({ path }) => path.join(" ") === named.join(" "));
  const corrected = withScriptDashes(command, argv, english);
  if (corrected !== undefined)
    return say`${message}; arguments of the script go after --: \`dejima ${corrected}\``;
  if (english.includes("Did you mean")) return message;
  const usage = ["dejima", ...named, "--help"].join(" ");
  const [, missing = ""] = /^missing required argument '(.*)'/.exec(english) ?? [];
  const choices = command?.choices[missing];
  if (choices !== undefined) return say`${message}: ${choices.join(", ")} (\`${usage}\` explains it)`;
  const dashes = withDashes(command, argv);
  if (dashes !== undefined) return say`${message}; the program to start goes after --: \`dejima ${dashes}\``;
  return command === undefined
    ? say`${message}; \`${usage}\` lists what there is`
    : say`${message}; usage: dejima ${[...named, command.usage].join(" ").trim()} (\`${usage}\` explains it)`;
}

/**
 * `mcp add NAME npx -y …` with the missing `--` added. `undefined` if the command line does not have that
 * form.
 */
function withDashes(command: Command | undefined, argv: readonly string[]): string | undefined {
  if (command?.usage.endsWith("[command...]") !== true || argv.includes("--")) return undefined;
  const program = command.path.length + argv.indexOf(command.path[0] ?? "") + 1;
  const known = argv[program];
  if (known === undefined || known.startsWith("-")) return undefined;
  return [...argv.slice(0, program), "--", ...argv.slice(program)].join(" ");
}

/** `skill run NAME SCRIPT --flag …` with the missing `--` before the script's first option. */
function withScriptDashes(
  command: Command | undefined,
  argv: readonly string[],
  message: string,
): string | undefined {
  if (command?.usage.endsWith("[args...]") !== true || argv.includes("--")) return undefined;
  const [, option] = /unknown option '([^']+)'/.exec(message) ?? [];
  const at = option === undefined ? -1 : argv.indexOf(option);
  return at < 0 ? undefined : [...argv.slice(0, at), "--", ...argv.slice(at)].join(" ");
}

/** The message for a group of commands that is named alone. */
function groupAlone(commands: readonly Command[], argv: readonly string[], say: Say): string {
  const group = namedPath(commands, argv);
  const names = commands
    .filter(({ path }) => group.every((word, at) => path[at] === word))
    .map(({ path }) => path[group.length]);
  return say`Cannot run \`dejima ${group.join(" ")}\` alone: name one of its commands, ${[...new Set(names)].join(", ")}`;
}

const HELP: ReadonlySet<string> = new Set(["-h", "--help"]);

/** `help mcp add` as `mcp add --help`. The parser's own `help` knows one level and does not report an unknown command. */
function withHelpOption(argv: readonly string[]): readonly string[] {
  if (firstWord(argv) !== "help") return argv;
  const at = argv.indexOf("help");
  const others = argv.slice(at + 1);
  if (others.every((word) => word.startsWith("-"))) return argv;
  return [...argv.slice(0, at), ...others, "--help"];
}

/** Whether a command line asks for the help of a command that does not exist. */
function namesUnknown(commands: readonly Command[], argv: readonly string[]): boolean {
  const first = firstWord(argv);
  if (first === undefined || first === "help" || !argv.some((word) => HELP.has(word))) return false;
  const named = namedPath(commands, argv);
  if (commands.some(({ path }) => path.join(" ") === named.join(" "))) return false;
  const next = argv[argv.indexOf(first) + named.length];
  return next !== undefined && !next.startsWith("-") && next !== "help";
}

/** The words of a command line that lead to a command or a group of commands. */
function namedPath(commands: readonly Command[], argv: readonly string[]): string[] {
  const first = firstWord(argv);
  const words = first === undefined ? [] : argv.slice(argv.indexOf(first));
  const known = (length: number) =>
    commands.some(
      ({ path }) => path.length >= length && words.slice(0, length).every((word, at) => path[at] === word),
    );
  let length = 0;
  while (length < words.length && known(length + 1)) length++;
  return words.slice(0, length);
}

interface HelpTexts {
  readonly groups: ReadonlyMap<string, string>;
  readonly say: Say;
}

function addCommand(
  program: Parser,
  command: Command,
  texts: HelpTexts,
  chosen: (input: RawInput) => void,
): void {
  const { say } = texts;
  const parent = command.path
    .slice(0, -1)
    .reduce((group, _word, at, path) => groupOf(group, path.slice(0, at + 1), texts), program);
  const name = command.path.at(-1) ?? "";
  const parser = parent.command(`${name} ${command.usage}`.trim());
  const examples = command.examples.map((example) => `  ${example}`).join("\n");
  parser
    .description(say(command.summary))
    .exitOverride()
    .addHelpText("after", `\n${say("Examples:")}\n${examples}`)
    .action(() => chosen({ arguments: parser.args, options: parser.opts() }));
  for (const { flags, description } of command.options) parser.addOption(new Option(flags, say(description)));
  if (parent === program) setTopic(parser);
}

/** Lists a command of the first level under its topic. */
function setTopic(parser: Parser): void {
  const topic = topicOf(parser.name());
  if (topic !== undefined) parser.helpGroup(`${topic}:`);
}

function groupOf(parent: Parser, path: readonly string[], { groups, say }: HelpTexts): Parser {
  const name = path.at(-1) ?? "";
  const existing = parent.commands.find((command) => command.name() === name);
  if (existing !== undefined) return existing;
  const group = parent
    .command(name)
    .description(say(groups.get(path.join(" ")) ?? ""))
    .exitOverride();
  if (path.length === 1) setTopic(group);
  return group;
}
