import { DejimaError } from "../contract/error.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";

/** The fields of a step that determine its place in a chain. */
interface PlacedStep {
  readonly id: string;
  readonly tool: string;
  /** The earlier steps whose outputs it uses. */
  readonly takesFrom: readonly string[];
}

type Find = Pick<ToolRegistry, "get">;

/**
 * The order in which the steps of a chain run: as they were passed, except that dependencies of a tool come before it, and
 * outputs before the steps that use them.
 */
export function orderSteps<Step extends PlacedStep>(steps: readonly Step[], registry: Find): Step[] {
  const before = new Map(steps.map((step) => [step, needed(step, steps, registry)]));
  const ordered = new Set<Step>();
  while (ordered.size < steps.length) {
    const next = steps.find(
      (step) => !ordered.has(step) && before.get(step)?.every((other) => ordered.has(other)),
    );
    if (next === undefined) throw circle(steps.filter((step) => !ordered.has(step)));
    ordered.add(next);
  }
  return [...ordered];
}

function needed<Step extends PlacedStep>(step: Step, steps: readonly Step[], registry: Find): Step[] {
  const needs = dependenciesOf(step.tool, registry);
  return steps.filter(
    (other) =>
      other !== step && (needs.has(nameOf(other.tool, registry)) || step.takesFrom.includes(other.id)),
  );
}

/** The tools that a tool depends on, directly or not. A missing one is reported when its step runs. */
function dependenciesOf(tool: string, registry: Find): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const next of registry.get(name)?.dependsOn ?? []) {
      const known = nameOf(next, registry);
      if (found.has(known)) continue;
      found.add(known);
      visit(known);
    }
  };
  visit(tool);
  return found;
}

/** The registered name of a tool, for any of its names. */
const nameOf = (tool: string, registry: Find): string => registry.get(tool)?.name ?? tool;

function circle(steps: readonly PlacedStep[]): DejimaError {
  const ids = steps.map(({ id }) => `"${id}"`).join(", ");
  return new DejimaError(
    "invalid_input",
    `Cannot run the chain: the steps ${ids} wait for each other, by outputs or by what their tools depend on`,
  );
}
