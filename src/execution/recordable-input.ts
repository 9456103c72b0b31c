import type { JsonMeasure } from "../support/plain-json.ts";
import type { ObservationShelf } from "./observation-shelf.ts";
import type { Redactor } from "./redactor.ts";

const INLINE_SIZE = 4_000;

/** The input as the log keeps it: itself while it is small, a stored observation when large, a note when it is no data. */
export function recordableInput(
  input: unknown,
  { size, fault }: JsonMeasure,
  world: { shelf: () => ObservationShelf; redactor: Redactor },
): unknown {
  if (fault !== undefined)
    return { unreadable: `${fault.path === "" ? "the input" : fault.path} ${fault.problem}` };
  if (size <= INLINE_SIZE) return input;
  return world.shelf().put(world.redactor.json(JSON.stringify(input)));
}
