import { DejimaError } from "../contract/error.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { OpenRun, Runtime } from "../runtime.ts";

/** Which tools an agent of somebody else gets, and where its calls are recorded. */
export interface AdapterOptions {
  /** Tools by name, in this order; every tool that rules do not refuse outright when left out. */
  readonly only?: readonly string[];
  /** The run that the calls belong to; one of their own when left out, which ends with the runtime. */
  readonly run?: OpenRun;
}

/** One tool as any agent can take it: what the model is told, and the only way to call it. */
export interface GovernedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Passes the whole gate. What fails throws a `DejimaError` whose message begins with its code. */
  call(input: unknown, signal?: AbortSignal): Promise<unknown>;
}

/** The tools of a runtime for an agent that is not ours. */
export async function governedTools(
  runtime: Runtime,
  { only, run: given }: AdapterOptions = {},
): Promise<GovernedTool[]> {
  await runtime.ready();
  const run = given ?? (await runtime.openRun());
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
        if (outcome.type === "success") return outcome.output;
        const { code, message, details } = outcome.error;
        throw new DejimaError(code, `${code}: ${message}`, details);
      },
    };
  });
}
