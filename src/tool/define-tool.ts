import type { z } from "zod";
import type { JsonSchema } from "../contract/data/json-schema.ts";
import type { Effect } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import type { Flow, Roles } from "../contract/flow.ts";
import type {
  Category,
  InputSchema,
  PlannedCall,
  Rehearsal,
  Risk,
  Sentence,
  Source,
  StandardSchema,
  Tool,
  ToolContext,
  TypedTool,
} from "../contract/tool.ts";
import { thrownText } from "../support/thrown-text.ts";
import { flowFault, flowOf } from "./flow-of.ts";
import { toolInput } from "./tool-input.ts";

interface ToolFields<Input, Returned = unknown> {
  /** Lowercase words joined by underscores. Models call it and rules refer to it by this name. */
  readonly name: string;
  /** 10 to 80 characters, for the list. */
  readonly summary: string;
  /** Everything a model needs to use the tool well. Default: the summary. */
  readonly description?: string;
  /** Default: `custom`. */
  readonly category?: Category;
  readonly risk: Risk;
  readonly version?: string;
  readonly aliases?: readonly string[];
  readonly source?: Source;
  readonly origin?: string;
  readonly output?: JsonSchema;
  /** The return type of `run` as TypeScript on one line, if there is no `output`. Programs are written against it. */
  readonly returns?: string;
  /** The JSON Schema of `input` for models, if the schema's library cannot produce one. */
  readonly inputJsonSchema?: JsonSchema;
  readonly dependsOn?: readonly string[];
  readonly timeoutMs?: number;
  readonly cache?: { readonly ttlMs: number };
  readonly composes?: boolean;
  readonly picksSkill?: boolean;
  /** The calls in the input of a tool that composes, in order. */
  plannedCalls?(input: Input): Promise<readonly PlannedCall[]>;
  /** Where its output comes from and where its input can go. Omitted parts get the defaults of `Flow`. */
  readonly flow?: Partial<Flow>;
  /** The roles of its arguments, by name. Omitted ones are inferred from names and schemas. */
  readonly roles?: Roles;
  /** What a call with this input would touch. Omit it only for a tool without effects. */
  effects?(
    input: Input,
    place?: { readonly workspace: string },
  ): readonly Effect[] | Promise<readonly Effect[]>;
  /** Names the tool that a call really goes to. Set it on tools that only stand for others: their own `run` is then never called. */
  redirect?(input: Input): Promise<{ readonly tool: string; readonly input: unknown }>;
  /** The preview that a person sees before the call runs, if the input alone does not show it. */
  preview?(input: Input): Promise<string | Sentence>;
  /** Tries a call without lasting effect, before a person is asked about it. */
  rehearse?(input: Input): Promise<Rehearsal>;
  /** The question about a call in one sentence. Returns `undefined` if the effects describe the call well enough. */
  question?(input: Input, call: { readonly runId: string }): Promise<Sentence | undefined>;
  /** What a call changes and whether it can be undone, if the effects do not show it. Only used for built-in tools. */
  readonly consequence?: Sentence | ((input: Input) => Sentence);
  /** The work, and only the work. May return a value, a promise, or an async iterable of `StreamStep`. */
  run(input: Input, context: ToolContext): Returned;
}

export interface ZodToolDefinition<Schema extends z.ZodType, Returned = unknown>
  extends ToolFields<z.output<Schema>, Returned> {
  /** The schema, or a function that creates it when the tool is first called or described. */
  readonly input: Schema | (() => Schema);
}

interface StandardToolDefinition<Output, Returned = unknown> extends ToolFields<Output, Returned> {
  /** A schema of a library that follows Standard Schema, such as Valibot. It must validate synchronously. */
  readonly input: StandardSchema<Output>;
}

export interface JsonToolDefinition<Returned = unknown> extends ToolFields<unknown, Returned> {
  readonly input: JsonSchema;
}

type AnyDefinition = ZodToolDefinition<z.ZodType> | StandardToolDefinition<unknown> | JsonToolDefinition;

// The compiler does not know the final value of a stream.
type OutputOf<Returned> = Returned extends AsyncIterable<unknown> ? unknown : Awaited<Returned>;

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Creates a tool from its definition, validated, with every default filled in. */
export function defineTool<Schema extends z.ZodType, const Name extends string, Returned>(
  definition: ZodToolDefinition<Schema, Returned> & { readonly name: Name },
): TypedTool<Name, z.input<Schema>, OutputOf<Returned>>;
export function defineTool<Output, const Name extends string, Returned>(
  definition: StandardToolDefinition<Output, Returned> & { readonly name: Name },
): TypedTool<Name, unknown, OutputOf<Returned>>;
export function defineTool<const Name extends string, Returned>(
  definition: JsonToolDefinition<Returned> & { readonly name: Name },
): TypedTool<Name, unknown, OutputOf<Returned>>;
export function defineTool(definition: AnyDefinition): Tool {
  const { name, version = "1.0.0", summary } = definition;
  if (!NAME.test(name)) {
    throw invalid(
      name,
      "the name must be lowercase letters, digits and underscores, at most 64, starting with a letter",
    );
  }
  if (!VERSION.test(version)) throw invalid(name, `the version "${version}" must look like 1.2.3`);
  if (summary.length < 10 || summary.length > 80) {
    throw invalid(name, `the summary must have 10 to 80 characters, it has ${summary.length}`);
  }
  const fault = flowFault(definition);
  if (fault !== undefined) throw invalid(name, fault);
  const { source = "custom", category = "custom", description = summary } = definition;
  return {
    ...definition,
    description,
    category,
    version,
    aliases: definition.aliases ?? [],
    source,
    flow: flowOf({ ...definition, source, category }),
    origin: definition.origin ?? "",
    dependsOn: definition.dependsOn ?? [],
    input: inputOf(definition),
    effects: definition.effects ?? (() => []),
    run: definition.run,
  };
}

function inputOf({ name, input, inputJsonSchema }: AnyDefinition): InputSchema<unknown> {
  try {
    return toolInput(input, inputJsonSchema);
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    throw invalid(name, thrownText(cause));
  }
}

function invalid(name: string, problem: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot define tool "${name}": ${problem}`, { tool: name });
}
