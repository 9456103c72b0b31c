import type { JsonSchema } from "../contract/data/json-schema.ts";
import { DejimaError } from "../contract/error.ts";
import type { OpenRun, Runtime } from "../runtime.ts";

/** Which tools a foreign agent gets, and where its calls are recorded. */
export interface AdapterOptions {
  /** Tools by name, in this order. Default: every tool that the rules do not refuse outright. */
  readonly only?: readonly string[];
  /** The run of the calls. Default: a new run that ends with the runtime. */
  readonly run?: OpenRun;
}

/** One tool for any agent: its definition for the model, and the only way to call it. */
export interface GovernedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Passes the whole gate. A failure throws a `DejimaError` whose message begins with its code. */
  call(input: unknown, signal?: AbortSignal): Promise<unknown>;
}

/** The tools of a runtime for a foreign agent. */
export async function governedTools(
  runtime: Runtime,
  { only, run: existing }: AdapterOptions = {},
): Promise<GovernedTool[]> {
  await runtime.ready();
  const run = existing ?? (await runtime.openRun());
  const names =
    only?.map((name) => runtime.registry.require(name).name) ??
    runtime.registry
      .list()
      .filter((tool) => run.reach(tool) === "open")
      .map(({ name }) => name);
  const tools = names.map((name) => runtime.registry.require(name));
  return runtime.registry.toModelTools("anthropic", tools).map(({ name, description, input_schema }) => {
    return {
      name,
      description,
      parameters: input_schema,
      async call(input, signal) {
        const outcome = await run.execute({ tool: name, input, ...(signal === undefined ? {} : { signal }) });
        // The model behind the adapter chose the skill itself, so its contract binds the calls that follow.
        if (/skill/.test(name)) await runtime.bindLookedUp(run, { tool: name, input }, outcome);
        if (outcome.type === "success") return outcome.output;
        const { code, message, details } = outcome.error;
        throw new DejimaError(code, `${code}: ${message}`, details);
      },
    };
  });
}
