import { DejimaError } from "../contract/error.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { JsonFault } from "../support/json.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import type { TakenInput } from "./call.ts";
import { orderSteps } from "./order-steps.ts";

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

/** What a chain needs of its run. */
interface ChainWorld {
  takeInput(input: unknown): TakenInput;
  readonly registry: Pick<ToolRegistry, "get">;
  /** Makes one call; `output` is the whole of what it gave, however large. */
  perform(tool: string, input: TakenInput): Promise<{ outcome: Outcome; output?: unknown }>;
}

/**
 * Runs calls one after another, feeding outputs forward, the tools that others depend on first. Each is judged on its own when its turn comes, with the input it
 * really gets: that a chain began gives its later steps no rights. A chain that cannot work is refused before it begins.
 */
export async function runChain(steps: readonly ChainStep[], world: ChainWorld): Promise<ChainOutcome> {
  const given = steps.map(({ id, tool, input }) => ({ id, tool, input: world.takeInput(input) }));
  refuseUnworkable(given);
  const taken = orderSteps(
    given.map((step) => ({ ...step, takesFrom: sourcesOf(step.input) })),
    world.registry,
  );
  const outputs = new Map<string, unknown>();
  const outcomes: { id: string; outcome: Outcome }[] = [];
  for (const { id, tool, input } of taken) {
    const { outcome, output } = await world.perform(tool, await filled(input, outputs, world));
    outcomes.push({ id, outcome });
    if (outcome.type === "failure") return { ok: false, outcomes };
    outputs.set(id, output);
  }
  return { ok: true, outcomes };
}

async function filled(
  input: TakenInput,
  outputs: ReadonlyMap<string, unknown>,
  world: ChainWorld,
): Promise<TakenInput> {
  if (input.json === undefined || !input.json.includes('"$from"')) return input;
  const { JSONPointer } = await import("json-p3");
  const { value, fault } = fillIn(JSON.parse(input.json), ({ step, pointer }) => {
    // The library types values as JSON; outputs are JSON data by the time an outcome holds them.
    return new JSONPointer(pointer).resolve(outputs.get(step) as never);
  });
  return fault === undefined ? world.takeInput(value) : { json: undefined, fault };
}

function refuseUnworkable(steps: readonly { readonly id: string; readonly input: TakenInput }[]): void {
  const known = new Set<string>();
  const refuse = (problem: string) => new DejimaError("invalid_input", `Cannot run the chain: ${problem}`);
  for (const { id, input } of steps) {
    if (known.has(id)) throw refuse(`two steps have the id "${id}"`);
    for (const reference of referencesOf(input)) {
      const problem = problemOf(reference, known);
      if (problem !== undefined) throw refuse(`step "${id}" ${problem}`);
    }
    known.add(id);
  }
}

function problemOf(reference: ChainReference, known: ReadonlySet<string>): string | undefined {
  const { $from, pointer = "", ...others } = reference;
  const [other] = Object.keys(others);
  if (typeof $from !== "string" || !known.has($from))
    return `takes from "${String($from)}", which is no earlier step (known: ${[...known].join(", ") || "none"})`;
  if (typeof pointer !== "string") return '"pointer" must be a text such as "/files/0/path"';
  return other === undefined ? undefined : `has "${other}" beside "$from"; only "pointer" may stand there`;
}

/** An object in an input that stands for a value of an earlier output, as it was written. */
type ChainReference = { readonly $from: unknown; readonly [key: string]: unknown };

function referencesOf({ json }: TakenInput): ChainReference[] {
  return json === undefined || !json.includes('"$from"') ? [] : findReferences(JSON.parse(json));
}

/** The ids of the steps whose outputs an input takes. */
const sourcesOf = (input: TakenInput): string[] => referencesOf(input).map(({ $from }) => String($from));

/** Every reference in a step's input. */
function findReferences(input: unknown): ChainReference[] {
  if (isReference(input)) return [input];
  return typeof input === "object" && input !== null ? Object.values(input).flatMap(findReferences) : [];
}

type LookUp = (reference: { step: string; pointer: string }) => unknown;

/** Puts the values in for the references; the fault names the first that leads nowhere. */
function fillIn(input: unknown, lookUp: LookUp): { value: unknown; fault: JsonFault | undefined } {
  let fault: JsonFault | undefined;
  const fill = (value: unknown, path: string): unknown => {
    if (isReference(value)) {
      const found = resolved(value, lookUp);
      if (found.ok) return found.value;
      fault ??= { path, problem: found.problem, kind: "form" };
      return null;
    }
    if (Array.isArray(value)) return value.map((item, index) => fill(item, `${path}[${index}]`));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, held]) => [key, fill(held, path === "" ? key : `${path}.${key}`)]),
    );
  };
  const value = fill(input, "");
  return { value, fault };
}

function resolved({ $from, pointer }: ChainReference, lookUp: LookUp) {
  const place = { step: String($from), pointer: String(pointer ?? "") };
  const problem = `points to "${place.pointer}" of step "${place.step}", where there is nothing`;
  try {
    const value = lookUp(place);
    return value === undefined ? ({ ok: false, problem } as const) : ({ ok: true, value } as const);
  } catch {
    return { ok: false, problem } as const;
  }
}

function isReference(value: unknown): value is ChainReference {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, "$from")
  );
}
