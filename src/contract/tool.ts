import { z } from "zod";
import type { Artifacts } from "./data/artifact.ts";
import type { RowsPreview } from "./data/database.ts";
import type { FileAccess } from "./data/file-access.ts";
import type { JsonSchema } from "./data/json-schema.ts";
import type { Dialogue } from "./dialogue.ts";
import type { Effect } from "./effect.ts";
import type { ToolPrice } from "./figures/tool-spend.ts";
import type { Flow, Roles } from "./flow.ts";
import type { Outcome } from "./outcome.ts";

/** The categories of the catalogue. */
export const CATEGORIES = [
  "system",
  "file",
  "network",
  "data",
  "code",
  "memory",
  "schedule",
  "browser",
  "channel",
  "profile",
  "skill",
  "mcp",
  "custom",
] as const;

/** low: reads only; medium: runs something here; high: writes, deletes, sends. */
export const RISKS = ["low", "medium", "high"] as const;

/** Where a tool comes from. */
export const SOURCES = ["builtin", "skill", "mcp", "http", "custom"] as const;

export type Category = (typeof CATEGORIES)[number];
export type Risk = (typeof RISKS)[number];
export type Source = (typeof SOURCES)[number];

/** One row of the catalogue, as `tool list` prints it. */
export const toolSummarySchema = z.object({
  name: z.string(),
  summary: z.string(),
  category: z.enum(CATEGORIES),
  risk: z.enum(RISKS),
  source: z.string(),
  version: z.string(),
});

export type ToolSummary = z.infer<typeof toolSummarySchema>;

/** The context that `run` gets besides its input. A tool can reach nothing outside it. */
export interface ToolContext {
  readonly runId: string;
  readonly callId: string;
  /** The user who owns the run. */
  readonly userId: string;
  /** The folders that the call may reach, as canonical paths: those of the config, or the caller's narrower list. */
  readonly allowedPaths: readonly string[];
  /** Aborts on cancellation and timeout. A tool that does not listen is abandoned, and its `files` refuse. */
  readonly signal: AbortSignal;
  readonly files: FileAccess;
  readonly environment: Environment;
  /** Stores files for the user. They are recorded, shown and can be delivered. */
  readonly artifacts: Artifacts;
  /**
   * Declares that the output contains content of these sources, which are not trusted. The run is marked with them.
   * `part`: the texts that come from them, and what these were stored in. Default: the whole output.
   */
  mark(sources: readonly string[], part?: { readonly through?: string; readonly values?: unknown }): void;
  /** The untrusted sources that the input may come from. What the call stores carries them. Empty if the user said all of it. */
  readonly inputSources: readonly string[];
  /** The `bound` value of the rehearsal that a person approved. Absent if nobody was asked. */
  readonly bound?: unknown;
  /** Present for a tool with `composes`. */
  readonly calls?: InnerCalls | undefined;
  /** Present if the caller can be asked while the tool runs. */
  readonly dialogue?: Dialogue | undefined;
  /**
   * Reports what the call has really cost, in US dollars. Several reports add up. Default: what its `money.spend` effects declare,
   * which is also the most that is counted.
   */
  spent(usd: number): void;
  /** Passes on the headers of an answer, by lower-case name. One of them names the price of the call, if the config says so. */
  answered(header: (name: string) => string | null | undefined): void;
  /** Reports progress to subscribers. */
  progress(update: Progress): void;
}

/** Calls that a tool makes within its own call. Each is a separate call of the same run: found, judged, asked about, recorded. */
export interface InnerCalls {
  /**
   * Makes the call with this number, counted from 0. If the run continues after a restart, a call that was already made returns
   * its earlier result. `output` is complete, however large. Throws if the call waits for a person and no process waits for the
   * answer, and if the recorded call with this number is a different one.
   */
  make(
    call: {
      readonly index: number;
      readonly tool: string;
      readonly input: unknown;
      /** Set if nobody in the run sees the output. It then does not mark the run; a call that looks it up later is marked. */
      readonly apart?: boolean;
    },
    work: string,
  ): Promise<{ readonly outcome: Outcome; readonly output: unknown }>;
  /**
   * The numbers of the calls that earlier processes made for this work, in the order in which they ended. Work that reads the
   * results in this order makes the same calls again.
   */
  ended(work: string): Promise<readonly number[]>;
  /**
   * Asks a person once about the calls in the program, if the run has read nothing from outside, at least two of them need an
   * approval and a person can be asked. A call made exactly as it was shown then needs no further question. Throws if the
   * person denies.
   */
  plan(calls: readonly PlannedCall[], work: string): Promise<void>;
}

/** A call found in the input of a tool that composes. Which calls really run depends on the results. */
export interface PlannedCall {
  readonly line: number;
  /** The name of the tool. `undefined` if it is only known at run time. */
  readonly tool: string | undefined;
  /** The input, if it consists of literal data. */
  readonly input?: unknown;
  /** The input with open values (`{ $hole: "text" }`) for those that are only known at run time. */
  readonly open?: unknown;
  /** Whether the call is inside a loop or a function, so that it may be made several times. */
  readonly repeats?: boolean;
  /** The source text of the call. */
  readonly text: string;
}

/** The environment variables that a run may see. The config decides which; secrets are never among them. */
export interface Environment {
  get(name: string): string | undefined;
  set(name: string, value: string): string | undefined;
  /** The variables that calls have set. Programs of later calls see them. */
  given(): Readonly<Record<string, string>>;
}

export interface Progress {
  readonly message?: string;
  /** From 0 to 1. */
  readonly fraction?: number;
}

/** One step of a streaming tool: progress, a piece of output, or the final value. */
export type StreamStep =
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "chunk"; readonly text: string }
  | { readonly type: "result"; readonly output: unknown };

/** One problem with an input, in a form that a model can fix. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

type InputResult<Input> =
  | { readonly ok: true; readonly value: Input }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/** A schema that both validates and describes itself; made from Zod or from JSON Schema. */
export interface InputSchema<Input> {
  parse(input: unknown): InputResult<Input>;
  toJsonSchema(): JsonSchema;
}

/** The result of trying a call without lasting effect. */
export interface Rehearsal {
  readonly bound: unknown;
  readonly text: string;
  /** The same for a database, for doors that can show tables. */
  readonly rows?: RowsPreview;
}

/** One sentence for people, in both languages. */
export interface Sentence {
  readonly en: string;
  readonly zh: string;
}

/** One callable tool. It declares; the executor decides. Made by `defineTool`. */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly version: string;
  readonly aliases: readonly string[];
  /** 10 to 80 characters, for the list. */
  readonly summary: string;
  readonly description: string;
  readonly category: Category;
  readonly risk: Risk;
  readonly source: Source;
  /** The server, skill or module inside the source; empty for builtins. */
  readonly origin: string;
  /** The skill whose server provides the tool. The tool exists only while that skill is active. */
  readonly skill?: string;
  /** Who may call it: models (with programs and people), the UI of its own server, or both. Default: both. */
  readonly callers?: readonly ("model" | "interface")[];
  /** The address of the UI that its server shows for its calls. */
  readonly interface?: string;
  readonly input: InputSchema<Input>;
  readonly output?: JsonSchema;
  /** The return type of `run` as TypeScript on one line, if there is no `output` schema. Programs are written against it. */
  readonly returns?: string;
  readonly dependsOn: readonly string[];
  readonly timeoutMs?: number;
  /** Set if equal inputs give equal outputs as long as the files among the effects do not change. */
  readonly cache?: { readonly ttlMs: number };
  /** Where its output comes from and where its input can go, with all defaults filled in. */
  readonly flow: Flow;
  /** The roles of its arguments, as far as the author declares them. The others are inferred from names and schemas. */
  readonly roles?: Roles;
  /** The roles of its arguments in the config. They take precedence over the author's. */
  readonly roleOverrides?: Roles;
  /**
   * Set for a tool whose work is other calls, made through `context.calls`. It does not count towards the limit of concurrent
   * calls. A run that continues after a restart starts it again; the effects of its calls are not repeated.
   */
  readonly composes?: boolean;
  /** Set for a tool that chooses a skill. The skill limits the calls that follow, so a program cannot call it. */
  readonly picksSkill?: boolean;
  /** The calls in the input of a tool that composes, in order. */
  plannedCalls?(input: Input): Promise<readonly PlannedCall[]>;
  /** Set for a tool that stands for others: the call is found, judged, run and recorded as a call of the named tool. */
  redirect?(input: Input): Promise<{ readonly tool: string; readonly input: unknown }>;
  /** What a call costs, if the config declares it. It counts as a `money.spend` effect. */
  readonly price?: ToolPrice;
  /** What a call would touch. Returns a promise if that has to be looked up. `place.workspace`: where its relative paths start. */
  effects(
    input: Input,
    place?: { readonly workspace: string },
  ): readonly Effect[] | Promise<readonly Effect[]>;
  /** The preview that a person sees before the call runs, if the input alone does not show it. */
  preview?(input: Input): Promise<string | Sentence>;
  /**
   * Tries a call without lasting effect. An approval is bound to `bound`: if the value differs when the call is about to run,
   * the person is asked again. `text` is what the person sees.
   */
  rehearse?(input: Input): Promise<Rehearsal>;
  /** The question about a call in one sentence. Returns `undefined` if the effects describe the call well enough. */
  question?(input: Input, call: { readonly runId: string }): Promise<Sentence | undefined>;
  /** What a call changes and whether it can be undone, if the effects do not show it. Only used for built-in tools. */
  readonly consequence?: Sentence | ((input: Input) => Sentence);
  run(input: Input, context: ToolContext): unknown;
}

/** A tool whose name, input and output types are known to the compiler, as `defineTool` makes it. */
export interface TypedTool<Name extends string = string, Input = unknown, Output = unknown> extends Tool {
  readonly name: Name;
  /** Exists only for the compiler; no tool has it at run time. */
  readonly "~types"?: { readonly input: Input; readonly output: Output };
}

/** A schema of any library that follows Standard Schema, version 1 (standardschema.dev); only the parts used here. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly vendor: string;
    validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
    /** The schema as JSON Schema. Not every library provides it. */
    readonly jsonSchema?: { input(options: { readonly target: string }): Record<string, unknown> };
  };
}

/** The result of a validation: a value, or the issues. */
type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };
