import type { TurnOptions } from "../../src/agent/agent-parts.ts";
import type { EventOf, HarbourEvent } from "../../src/contract/event.ts";
import type { Script } from "../../src/model/language/scripted-model.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aRuntime, type TestRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";

/** What a run of the agent came to. */
export interface Told {
  readonly events: readonly HarbourEvent[];
  readonly end: EventOf<"run-end">;
  readonly runId: string;
  of<Type extends HarbourEvent["type"]>(type: Type): EventOf<Type>[];
}

export interface TestAgent extends TestRuntime {
  readonly model: ScriptedModel;
  tell(text: string, options?: TurnOptions): Promise<Told>;
  resume(runId: string, options?: TurnOptions): Promise<Told>;
}

/** An agent on a runtime of its own, with a model that follows a script. */
export async function anAgent(script: Script, options: TestRuntimeOptions = {}): Promise<TestAgent> {
  const model = new ScriptedModel(script);
  const world = await aRuntime({ model, ...options });
  const { agent } = world.runtime;
  return {
    ...world,
    model,
    tell: (text, how) => hear(agent.run(text, how)),
    resume: (runId, how) => hear(agent.resume(runId, how)),
  };
}

/** Hears a run to its end. */
export async function hear(stream: AsyncIterable<HarbourEvent>): Promise<Told> {
  const events = await Array.fromAsync(stream);
  const end = events.at(-1);
  if (end?.type !== "run-end") throw new Error(`the last event is ${end?.type}`);
  return {
    events,
    end,
    runId: end.runId,
    of: (type) => events.filter((event) => event.type === type) as EventOf<typeof type>[],
  };
}
