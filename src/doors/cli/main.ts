import type { Settings } from "../../config/load-config.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Runtime } from "../../runtime.ts";
import { defined } from "../../support/defined.ts";
import { languageOfLocale } from "../../support/language-of.ts";
import { accountHome } from "../../support/process/account.ts";
import { visibleText } from "../../text/visible-text.ts";
import { VERSION } from "../../version.ts";
import type { CommandContext, CommandHost } from "./command.ts";
import { allCommands } from "./command-table.ts";
import { commandExitCodeOf, EXIT, exitCodeOf } from "./describe/exit-code.ts";
import { createOutput, type Output } from "./describe/output.ts";
import { ignoredNote } from "./describe/settings-notes.ts";
import { type Globals, parseArguments, withDefaultCommand } from "./input/parse-arguments.ts";
import type { OtherDoors } from "./other-doors.ts";
import { createTerminal } from "./terminal/terminal.ts";
import { createSay } from "./words/say.ts";

/** Runs the command line of this process. Returns its exit code. */
export async function main(argv: readonly string[], doors: OtherDoors): Promise<number> {
  const { signal, stop } = interruption();
  const { stdin, stdout, stderr, env: variables } = process;
  const cwd = process.cwd();
  const exitCode = await runCommandLine(argv, doors, {
    cwd,
    variables,
    stdin,
    stdout,
    stderr,
    signal,
    accountHome: accountHome() ?? cwd,
    program: [process.execPath, process.argv[1] ?? "dejima"],
  });
  stop();
  return exitCode;
}

/** Runs one command line in a given place. Returns its exit code. */
export async function runCommandLine(
  argv: readonly string[],
  doors: OtherDoors,
  host: CommandHost,
): Promise<number> {
  const { stdout, stderr } = host;
  const say = await createSay(languageOfLocale(host.variables));
  const words = isTerminal(host) ? withDefaultCommand(argv) : argv;
  const parsed = await parseArguments(words, VERSION, { stdout, say });
  const json = "globals" in parsed ? parsed.globals.json : parsed.json;
  const output = createOutput({ json, stdout, stderr, say });
  if (!("command" in parsed)) {
    if (parsed.exitCode === EXIT.done) return parsed.exitCode;
    if (parsed.help === undefined || json)
      output.error(
        new DejimaError("invalid_input", parsed.message || say("Name a command; --help lists them")),
      );
    else output.note(parsed.help);
    return parsed.exitCode;
  }
  const door = createContext(parsed.globals, output, host, {
    doors,
    // Commands about the config show it themselves.
    asks: parsed.command.path[0] !== "config",
    hints: parsed.command.path.join(" ") !== "config trust",
  });
  const exitCode = await codeOf(output, () => parsed.command.run(door.context, parsed.input));
  const closed = await closing(output, () => door.close());
  return exitCode === EXIT.done ? closed : exitCode;
}

function isTerminal({ stdin, stdout, stderr }: CommandHost): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && stderr.isTTY === true;
}

// The command's output counts, even if a full disk keeps the end of its run from being recorded.
async function closing(output: Output, close: () => Promise<void>): Promise<number> {
  try {
    await close();
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    output.note(error.message);
    return exitCodeOf(error.code);
  }
}

async function codeOf(output: Output, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    output.error(error);
    return commandExitCodeOf(error.code);
  }
}

function createContext(
  globals: Globals,
  output: Output,
  host: CommandHost,
  { doors, asks, hints }: { doors: OtherDoors; asks: boolean; hints: boolean },
): { context: CommandContext; close(): Promise<void> } {
  let loading: Promise<Settings> | undefined;
  let making: Promise<Runtime> | undefined;
  let canAsk = false;
  const { cwd, variables, stdin, stderr } = host;
  const settings = () =>
    (loading ??= loadSettings(globals, cwd, variables).then(async (loaded) => {
      if (asks && context.interactive && (await acceptNow(loaded, context)))
        return loadSettings(globals, cwd, variables);
      if (loaded.homeNote !== undefined) output.note(visibleText(loaded.homeNote));
      const ignored = hints ? ignoredNote(loaded, output.say) : undefined;
      if (ignored !== undefined) output.note(ignored);
      return loaded;
    }));
  const automated = variables.CI !== undefined && variables.CI !== "" && variables.CI !== "false";
  const context: CommandContext = {
    ...host,
    output,
    commands: allCommands,
    doors,
    interactive: stdin.isTTY === true && stderr.isTTY === true && !output.json && !automated,
    terminal: createTerminal({
      stdin,
      stderr,
      say: output.say,
      reports: variables.TERM !== undefined && variables.TERM !== "dumb",
    }),
    settings,
    readSettings: () => loadSettings(globals, cwd, variables),
    async openFolder(folder, options) {
      const { openFolder } = await import("./open-folder.ts");
      return openFolder(folder, {
        ...options,
        variables,
        readSettings: () => loadSettings(globals, folder, variables),
        print: (text) => output.note(visibleText(text)),
      });
    },
    runtime(options = {}) {
      if (making === undefined) canAsk = options.ask !== undefined;
      else if (options.ask !== undefined && !canAsk)
        throw new Error(
          "The runtime was created without a way to ask: this command must request it at the start",
        );
      making ??= Promise.all([settings(), import("../../wiring/wire-runtime.ts")]).then(
        ([loaded, { wireRuntime }]) =>
          wireRuntime(loaded, {
            variables,
            onNotice: (text) => output.note(visibleText(output.say.phrases(text))),
            ...options,
            ...(automated && options.mode === undefined ? { mode: "ci" } : {}),
          }),
      );
      return making.then(async (made) => {
        await made.ready();
        return made;
      });
    },
  };
  return { context, close: async () => (await making?.catch(() => undefined))?.close() };
}

async function loadSettings(
  globals: Globals,
  cwd: string,
  variables: CommandContext["variables"],
): Promise<Settings> {
  const { loadConfig } = await import("../../config/load-config.ts");
  return loadConfig({
    cwd,
    variables,
    ...defined({ configFile: globals.config, home: globals.home }),
  });
}

/**
 * Asks the person at the terminal about a home of unknown origin, and about a config that is new or has
 * changed.
 */
async function acceptNow(loaded: Settings, context: CommandContext): Promise<boolean> {
  const home = loaded.foreignHome !== undefined && (await acceptHome(loaded.foreignHome, context));
  const config = loaded.doubt !== undefined && (await acceptConfig(loaded, context));
  return home || config;
}

async function acceptHome(home: string, context: CommandContext): Promise<boolean> {
  const [{ claimHome }, { agreeToHome }] = await Promise.all([
    import("../../config/trust/home-claim.ts"),
    import("./agree-to-config.ts"),
  ]);
  if (!(await agreeToHome(context, home))) return false;
  claimHome(home, context.variables);
  return true;
}

async function acceptConfig({ file = "", ignored }: Settings, context: CommandContext): Promise<boolean> {
  const { variables } = context;
  const [{ offerConfig }, { agreeToConfig }, { trustConfig }] = await Promise.all([
    import("../../config/trust/offer-config.ts"),
    import("./agree-to-config.ts"),
    import("../../config/trust/trust-record.ts"),
  ]);
  const offer = await offerConfig(file, variables);
  if (!(await agreeToConfig(context, { ...offer, ignored }))) return false;
  await trustConfig(variables, file, offer.text);
  return true;
}

// The first Ctrl-C asks the work to stop. The second ends the process as the terminal expects.
function interruption(): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  // The reader of the output has gone, as `head` does: stop the work without an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    controller.abort();
  });
  return {
    signal: controller.signal,
    stop: () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal),
  };
}
