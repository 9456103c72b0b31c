import { z } from "zod";
import type { Artifacts } from "./artifact.ts";
import type { Dialogue } from "./dialogue.ts";
import type { Effect } from "./effect.ts";
import type { FileAccess } from "./file-access.ts";
import type { Flow, Roles } from "./flow.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Outcome } from "./outcome.ts";
import type { RowsPreview } from "./rows-preview.ts";

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

/** What `run` gets besides its input. Nothing else of the world can be reached from a tool. */
export interface ToolContext {
  readonly runId: string;
  readonly callId: string;
  /** Whose task it is. */
  readonly userId: string;
  /** The folders that the call may reach, as true paths: those of the config, or what its caller narrowed them to. */
  readonly allowedPaths: readonly string[];
  /** Aborts on cancellation and on timeout; a tool that does not listen is abandoned, and its `files` refuse. */
  readonly signal: AbortSignal;
  readonly files: FileAccess;
  readonly environment: Environment;
  /** Where files for the user go: what it keeps there is recorded, shown and can be delivered. */
  readonly artifacts: Artifacts;
  /** Says that what the call gives back holds content of these sources, which nobody vouches for. The run is marked with them. */
  mark(sources: readonly string[]): void;
  /** What the rehearsal gave that a person agreed to; absent where nobody was asked. */
  readonly bound?: unknown;
  /** Present for a tool that composes. */
  readonly calls?: InnerCalls | undefined;
  /** Present where the caller can be asked back while the tool runs. */
  readonly dialogue?: Dialogue | undefined;
  /** Tells subscribers how far the work is. */
  progress(update: Progress): void;
}

/** Calls that a tool makes within its own. Each is a call of the same run: found, judged, asked about, recorded by itself. */
export interface InnerCalls {
  /**
   * Makes the call with this number, counted from 0. When the run goes on after a restart, a call that was made before gives
   * what it gave then. `output` is whole, however large. Throws when the call waits for a person whom no process waits for,
   * and when the recorded call of this number is another one.
   */
  make(
    call: {
      readonly index: number;
      readonly tool: string;
      readonly input: unknown;
      /** Set if nobody in the run sees the output: it does not mark the run. Whoever looks it up later is marked. */
      readonly apart?: boolean;
    },
    work: string,
  ): Promise<{ readonly outcome: Outcome; readonly output: unknown }>;
  /**
   * Asks a person once about the calls that stand in the work, if the run has read nothing from outside, at least two of them need
   * a person and one can be asked. Each call that is then made exactly as it was shown needs no further question. Throws when the
   * answer is no.
   */
  plan(calls: readonly PlannedCall[], work: string): Promise<void>;
}

/** A call that stands in the input of a tool that composes. What really runs depends on the results. */
export interface PlannedCall {
  readonly line: number;
  /** The tool; `undefined` where its name is only known while it runs. */
  readonly tool: string | undefined;
  /** Its input, where all of it stands there as data. */
  readonly input?: unknown;
  /** Its input with open values (`{ $hole: "text" }`) in the place of those that are only known while it runs. */
  readonly open?: unknown;
  /** Whether it stands in a loop or a function, so that it may be made several times. */
  readonly repeats?: boolean;
  /** The call as it is written. */
  readonly text: string;
}

/** The variables a run may see. Which names is decided by the config; secrets are never among them. */
export interface Environment {
  get(name: string): string | undefined;
  set(name: string, value: string): string | undefined;
  /** What calls have set: programs of later calls see it. */
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

/** What is wrong with an input, in a form that a model can repair. */
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

/** What a call would come to, found by trying it. */
export interface Rehearsal {
  readonly bound: unknown;
  readonly text: string;
  /** The same of a database, for doors that can show tables. */
  readonly rows?: RowsPreview;
}

/** One sentence for people, in both languages. */
export interface Sentence {
  readonly en: string;
  readonly zh: string;
}

/** One callable thing. It declares; the executor decides. Made by `defineTool`. */
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
  /** The skill whose server brings it: the tool is there only while that skill is active. */
  readonly skill?: string;
  /** Who may call it: models (and programs and people), the interface of its own server, or both. Default: both. */
  readonly callers?: readonly ("model" | "interface")[];
  /** The address of the interface that its server shows for its calls. */
  readonly interface?: string;
  readonly input: InputSchema<Input>;
  readonly output?: JsonSchema;
  /** What `run` returns, as a TypeScript type on one line, where no `output` schema is declared. Programs are written against it. */
  readonly returns?: string;
  readonly dependsOn: readonly string[];
  readonly timeoutMs?: number;
  /** Set when equal inputs give equal outputs, as long as the files among the effects stay as they are. */
  readonly cache?: { readonly ttlMs: number };
  /** Where its output comes from and where its input can go, with every default filled in. */
  readonly flow: Flow;
  /** What its arguments are for, where the author says so; the others are told by their names and schemas. */
  readonly roles?: Roles;
  /** What the config says its arguments are for. It counts before what the author says. */
  readonly roleOverrides?: Roles;
  /**
   * Set on a tool whose work is other calls, made through `context.calls`. It takes no place among the calls at once, and a
   * run that goes on after a restart begins it again: what its calls have done is not done twice.
   */
  readonly composes?: boolean;
  /** The calls that stand in the input of a tool that composes, in order. */
  plannedCalls?(input: Input): Promise<readonly PlannedCall[]>;
  /** Set on a tool that only stands for others: the call is found, judged, run and recorded as a call of the one it names. */
  redirect?(input: Input): Promise<{ readonly tool: string; readonly input: unknown }>;
  /** What a call would touch. A promise where that has to be looked up first. */
  effects(input: Input): readonly Effect[] | Promise<readonly Effect[]>;
  /** What a person is shown of a call before it runs, where the input alone does not say it. */
  preview?(input: Input): Promise<string>;
  /**
   * Tries a call without lasting effect. An approval is bound to `bound`: if it differs when the call is about to run, it is
   * asked about again. `text` is what the person is shown.
   */
  rehearse?(input: Input): Promise<Rehearsal>;
  /** The question about a call in one sentence, where its effects do not say what happens. `undefined` leaves it to them. */
  question?(input: Input, call: { readonly runId: string }): Promise<Sentence | undefined>;
  /** What a call changes and whether that can be undone, where its effects do not say it. Heard from built-in tools alone. */
  readonly consequence?: Sentence;
  run(input: Input, context: ToolContext): unknown;
}

/** A tool whose name, input and output the compiler knows, as `defineTool` makes it. */
export interface TypedTool<Name extends string = string, Given = unknown, Output = unknown> extends Tool {
  readonly name: Name;
  /** For the compiler alone; no tool has it. */
  readonly "~types"?: { readonly input: Given; readonly output: Output };
}

/** A schema of any library that follows Standard Schema, version 1 (standardschema.dev), as far as it is used here. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly vendor: string;
    validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
    /** Says what the schema is as JSON Schema; not every library can. */
    readonly jsonSchema?: { input(options: { readonly target: string }): Record<string, unknown> };
  };
}

/** What validating gave: a value, or what is wrong with it. */
type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };
