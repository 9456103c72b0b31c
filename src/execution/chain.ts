import { DejimaError } from "../contract/error.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { JsonFault } from "../support/json.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import type { InputSnapshot } from "./call.ts";
import { orderSteps } from "./order-steps.ts";

/** One step of a chain. In `input`, `{ "$from": "id", "pointer": "/files/0/path" }` refers to a value of an earlier output. */
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

/** What a chain needs from its run. */
interface ChainWorld {
  snapshotInput(input: unknown): InputSnapshot;
  readonly registry: Pick<ToolRegistry, "get">;
  /** Makes one call. `output` is the complete output, however large. */
  perform(tool: string, input: InputSnapshot): Promise<{ outcome: Outcome; output?: unknown }>;
}

/**
 * Runs calls one after another and feeds outputs forward. Tools that others depend on run first. Each call is judged
 * separately when its turn comes, with its actual input: earlier steps give later ones no rights. An impossible chain is
 * refused before it begins.
 */
export async function runChain(steps: readonly ChainStep[], world: ChainWorld): Promise<ChainOutcome> {
  const copied = steps.map(({ id, tool, input }) => ({ id, tool, input: world.snapshotInput(input) }));
  refuseUnworkable(copied);
  const ordered = orderSteps(
    copied.map((step) => ({ ...step, takesFrom: sourcesOf(step.input) })),
    world.registry,
  );
  const outputs = new Map<string, unknown>();
  const outcomes: { id: string; outcome: Outcome }[] = [];
  for (const { id, tool, input } of ordered) {
    const { outcome, output } = await world.perform(tool, await resolveReferences(input, outputs, world));
    outcomes.push({ id, outcome });
    if (outcome.type === "failure") return { ok: false, outcomes };
    outputs.set(id, output);
  }
  return { ok: true, outcomes };
}

async function resolveReferences(
  input: InputSnapshot,
  outputs: ReadonlyMap<string, unknown>,
  world: ChainWorld,
): Promise<InputSnapshot> {
  if (input.json === undefined || !input.json.includes('"$from"')) return input;
  const { JSONPointer } = await import("json-p3");
  const { value, fault } = fillIn(JSON.parse(input.json), ({ step, pointer }) => {
    // The library types values as JSON. Outputs are JSON data by the time an outcome holds them.
    return new JSONPointer(pointer).resolve(outputs.get(step) as never);
  });
  return fault === undefined ? world.snapshotInput(value) : { json: undefined, fault };
}

function refuseUnworkable(steps: readonly { readonly id: string; readonly input: InputSnapshot }[]): void {
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
    return `takes from "${String($from)}", which is not an earlier step (known: ${[...known].join(", ") || "none"})`;
  if (typeof pointer !== "string") return '"pointer" must be a text such as "/files/0/path"';
  return other === undefined ? undefined : `has "${other}" beside "$from"; only "pointer" is allowed there`;
}

/** An object in an input that refers to a value of an earlier output, as it was written. */
type ChainReference = { readonly $from: unknown; readonly [key: string]: unknown };

function referencesOf({ json }: InputSnapshot): ChainReference[] {
  return json === undefined || !json.includes('"$from"') ? [] : findReferences(JSON.parse(json));
}

/** The ids of the steps whose outputs an input uses. */
const sourcesOf = (input: InputSnapshot): string[] => referencesOf(input).map(({ $from }) => String($from));

/** Every reference in a step's input. */
function findReferences(input: unknown): ChainReference[] {
  if (isReference(input)) return [input];
  return typeof input === "object" && input !== null ? Object.values(input).flatMap(findReferences) : [];
}

type LookUp = (reference: { step: string; pointer: string }) => unknown;

/** Replaces the references by their values. The fault names the first reference that leads nowhere. */
function fillIn(input: unknown, lookUp: LookUp): { value: unknown; fault: JsonFault | undefined } {
  let fault: JsonFault | undefined;
  const fill = (value: unknown, path: string): unknown => {
    if (isReference(value)) {
      const found = resolveReference(value, lookUp);
      if (found.ok) return found.value;
      fault ??= { path, problem: found.problem, kind: "form" };
      return null;
    }
    if (Array.isArray(value)) return value.map((item, index) => fill(item, `${path}[${index}]`));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, fill(inner, path === "" ? key : `${path}.${key}`)]),
    );
  };
  const value = fill(input, "");
  return { value, fault };
}

function resolveReference({ $from, pointer }: ChainReference, lookUp: LookUp) {
  const place = { step: String($from), pointer: String(pointer ?? "") };
  const problem = `points to "${place.pointer}" of step "${place.step}", which does not exist`;
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
