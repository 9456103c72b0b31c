import type { Settings } from "../../config/load-config.ts";
import type { Runtime, RuntimeOptions } from "../../runtime.ts";
import type { OtherDoors } from "./other-doors.ts";
import type { Output } from "./output.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** What every command gets. Settings and runtime are made when they are first asked for. */
export interface CommandContext {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** The table that this command stands in. */
  readonly commands: readonly Command[];
  readonly doors: OtherDoors;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
  /** Whether a person can be asked: a terminal on both ends, and neither `--json` nor CI. */
  readonly interactive: boolean;
  /** The keyboard and screen of the person; only where `interactive`. */
  readonly terminal: Terminal;
  settings(): Promise<Settings>;
  runtime(options?: Pick<RuntimeOptions, "ask" | "mode" | "park" | "model" | "persona">): Promise<Runtime>;
}

/** Arguments and options as the command line gave them. */
export interface Given {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Does the work of a command and gives its exit code. */
export type RunCommand = (context: CommandContext, given: Given) => Promise<number>;

/** One command as the help, the completion and the parser know it; its code is loaded when it runs. */
export interface Command {
  readonly path: readonly string[];
  readonly summary: string;
  readonly arguments?: string;
  readonly options?: readonly { readonly flags: string; readonly description: string }[];
  readonly examples: readonly string[];
  load(): Promise<{ readonly run: RunCommand }>;
}
