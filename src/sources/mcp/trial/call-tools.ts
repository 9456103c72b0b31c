import type { ServerConnection } from "../connection/server-connection.ts";
import { textOf } from "../containment/denial-notes.ts";
import type { ServerDefinitions } from "../tool-definition.ts";
import { generateInput } from "./generate-input.ts";
import type { createTrialDialogue } from "./trial-dialogue.ts";
import type { Observations } from "./trial-report.ts";

/** The number of calls that exposes a server which counts them. */
const MANY_CALLS = 25;
/** Calls with the clock moved forward, further with each: several years. */
const LATER_CALLS = 12;
const MAX_TOOLS = 40;
/** The limit for all calls of one start. */
const CALLS_MS = 10_000;

interface Calls {
  readonly definitions: ServerDefinitions;
  readonly home: string;
  readonly observations: Observations;
  readonly outputs: { tool: string; text: string }[];
  readonly dialogue: ReturnType<typeof createTrialDialogue>;
  readonly ahead: boolean;
  /** The tools that were called with today's clock. Only these show what another clock changes. */
  readonly called: Set<string>;
}

/**
 * Calls every tool with made-up inputs. Nothing real is in reach, so tools that change things are called,
 * too.
 */
export async function callTools(
  server: ServerConnection,
  { definitions, home, observations, outputs, dialogue, ahead, called }: Calls,
): Promise<number> {
  const tools = definitions.tools.filter(({ name }) => !ahead || called.has(name)).slice(0, MAX_TOOLS);
  const until = performance.now() + CALLS_MS;
  let count = 0;
  const call = async (at: number, all: boolean) => {
    const tool = tools[at];
    if (tool === undefined || performance.now() > until) return;
    count += 1;
    called.add(tool.name);
    try {
      const result = await server.call({
        tool: tool.name,
        input: generateInput(tool, home, all),
        repeatable: false,
        dialogue: dialogue.of(tool.name),
      });
      outputs.push({ tool: tool.name, text: textOf(result) });
    } catch {
      // A tool that fails on made-up inputs is not suspicious.
    }
  };
  observations.enter(ahead ? "later" : "calls");
  for (const at of tools.keys()) for (const all of [false, true]) await call(at, all);
  if (!ahead) observations.enter("many-calls");
  const rounds = ahead ? LATER_CALLS - count : MANY_CALLS;
  for (let round = 0; round < rounds && tools.length > 0; round++)
    await call(round % Math.min(tools.length, 3), false);
  return count;
}
