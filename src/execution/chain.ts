import { DejimaError } from "../contract/error.ts";
import type { Outcome } from "../contract/outcome.ts";

/** One step of a chain. In `input`, `{ "$from": "id", "pointer": "/files/0/path" }` stands for a value of an earlier output. */
export interface ChainStep {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
}

/** How a chain ended: every outcome up to the end or the first failure. */
export interface ChainOutcome {
  readonly ok: boolean;
  readonly outcomes: readonly { readonly id: string; readonly outcome: Outcome }[];
}

type Execute = (tool: string, input: unknown) => Promise<Outcome>;

/**
 * Runs calls one after another, feeding outputs forward. Each is judged on its own when its turn comes, with the input it
 * really gets: that a chain began gives its later steps no rights.
 */
export async function runChain(steps: readonly ChainStep[], execute: Execute): Promise<ChainOutcome> {
  refuseBadIds(steps);
  const outputs = new Map<string, unknown>();
  const outcomes: { id: string; outcome: Outcome }[] = [];
  for (const { id, tool, input } of steps) {
    const outcome = await execute(tool, await fillIn(input, outputs, id));
    outcomes.push({ id, outcome });
    if (outcome.type === "failure") return { ok: false, outcomes };
    outputs.set(id, outcome.output);
  }
  return { ok: true, outcomes };
}

function refuseBadIds(steps: readonly ChainStep[]): void {
  const seen = new Set<string>();
  for (const { id } of steps) {
    if (seen.has(id))
      throw new DejimaError("invalid_input", `Cannot run the chain: two steps have the id "${id}"`);
    seen.add(id);
  }
}

async function fillIn(input: unknown, outputs: ReadonlyMap<string, unknown>, step: string): Promise<unknown> {
  if (Array.isArray(input)) return Promise.all(input.map((item) => fillIn(item, outputs, step)));
  if (typeof input !== "object" || input === null) return input;
  if ("$from" in input) return lookUp(input as { $from: unknown; pointer?: unknown }, outputs, step);
  const fields = Object.entries(input).map(
    async ([key, value]) => [key, await fillIn(value, outputs, step)] as const,
  );
  return Object.fromEntries(await Promise.all(fields));
}

async function lookUp(
  from: { $from: unknown; pointer?: unknown },
  outputs: ReadonlyMap<string, unknown>,
  step: string,
): Promise<unknown> {
  const { $from: id, pointer = "" } = from;
  if (typeof id !== "string" || typeof pointer !== "string" || !outputs.has(id)) {
    const known = [...outputs.keys()].join(", ") || "none";
    throw new DejimaError(
      "invalid_input",
      `Cannot run step "${step}": "$from" must name an earlier step (known: ${known})`,
    );
  }
  const { JSONPointer } = await import("json-p3");
  try {
    // The library types values as JSON; outputs are JSON data by the time an outcome holds them.
    return new JSONPointer(pointer).resolve(outputs.get(id) as never);
  } catch {
    throw new DejimaError(
      "invalid_input",
      `Cannot run step "${step}": the output of "${id}" has nothing at "${pointer}"`,
    );
  }
}
