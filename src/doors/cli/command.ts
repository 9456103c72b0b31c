import type { Settings } from "../../config/load-config.ts";
import type { Runtime, RuntimeOptions } from "../../runtime.ts";
import type { Output } from "./describe/output.ts";
import type { OtherDoors } from "./other-doors.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The runtime of an opened folder. */
export interface OpenedFolder {
  readonly runtime: Runtime;
  /** Which of its settings are ignored, in words. */
  readonly notes: readonly string[];
  /** Closes the runtime. */
  close(): Promise<void>;
}

/** Where a command line runs. */
export interface CommandHost {
  readonly cwd: string;
  /** The home directory of the account. */
  readonly accountHome: string;
  /** The command that starts Dejima, without arguments. */
  readonly program: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The context of every command. Settings and runtime are created on first use. */
export interface CommandContext extends CommandHost {
  readonly output: Output;
  /** All commands. */
  commands(): Promise<readonly Command[]>;
  readonly doors: OtherDoors;
  /** Whether a person can be asked: a terminal at both ends, and neither `--json` nor CI. */
  readonly interactive: boolean;
  /** The person's keyboard and screen. Only if `interactive`. */
  readonly terminal: Terminal;
  settings(): Promise<Settings>;
  /** Reads the current settings from disk. Prints and asks nothing. */
  readSettings(): Promise<Settings>;
  /** Opens the runtime of another folder, with that folder's config. The caller closes it. */
  openFolder(folder: string, options?: Pick<RuntimeOptions, "editorText">): Promise<OpenedFolder>;
  runtime(
    options?: Pick<RuntimeOptions, "ask" | "mode" | "park" | "model" | "persona" | "driver">,
  ): Promise<Runtime>;
}

/** Arguments and options from the command line, before the command's schema parses them. */
export interface RawInput {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** One command for help, completion and parser. Created by `defineCommand`. */
export interface Command {
  readonly path: readonly string[];
  /** The title of the group that the first word of the path names. */
  readonly group?: string;
  readonly summary: string;
  /** Its arguments as the help shows them: `<name> [command...]`. */
  readonly usage: string;
  /** The values that a positional argument can have, if there are only these. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly options: readonly { readonly flags: string; readonly description: string }[];
  readonly examples: readonly string[];
  /** Parses the input and does the work. Returns the exit code. */
  run(context: CommandContext, input: RawInput): Promise<number>;
}
