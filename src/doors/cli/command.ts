import type { Settings } from "../../config/load-config.ts";
import type { Runtime, RuntimeOptions } from "../../runtime.ts";
import type { OtherDoors } from "./other-doors.ts";
import type { Output } from "./output.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The runtime of a folder that somebody works in. */
export interface OpenedFolder {
  readonly runtime: Runtime;
  /** What of its settings does not hold, in words. */
  readonly notes: readonly string[];
  /** Closes the runtime. */
  close(): Promise<void>;
}

/** What every command gets. Settings and runtime are made when they are first asked for. */
export interface CommandContext {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** Every command there is. */
  commands(): Promise<readonly Command[]>;
  readonly doors: OtherDoors;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
  /** Whether a person can be asked: a terminal on both ends, and neither `--json` nor CI. */
  readonly interactive: boolean;
  /** The keyboard and screen of the person; only where `interactive`. */
  readonly terminal: Terminal;
  settings(): Promise<Settings>;
  /** Reads the settings as they are on the disk now. Asks and tells nothing. */
  readSettings(): Promise<Settings>;
  /** Opens the runtime of another folder, by its own config. The caller closes it. */
  openFolder(folder: string, options?: Pick<RuntimeOptions, "editorText">): Promise<OpenedFolder>;
  runtime(
    options?: Pick<RuntimeOptions, "ask" | "mode" | "park" | "model" | "persona" | "driver">,
  ): Promise<Runtime>;
}

/** Arguments and options as the command line gave them, before the command's schema has read them. */
export interface Given {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** One command as the help, the completion and the parser know it; `defineCommand` makes it. */
export interface Command {
  readonly path: readonly string[];
  /** What the first word of the path stands for. */
  readonly group?: string;
  readonly summary: string;
  /** Its arguments as the help writes them: `<name> [command...]`. */
  readonly usage: string;
  readonly options: readonly { readonly flags: string; readonly description: string }[];
  readonly examples: readonly string[];
  /** Reads what was given and does the work; returns the exit code. */
  run(context: CommandContext, given: Given): Promise<number>;
}
