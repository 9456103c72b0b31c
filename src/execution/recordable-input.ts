import { findJsonFault } from "../support/plain-json.ts";
import type { ObservationShelf } from "./observation-shelf.ts";
import type { Redactor } from "./redactor.ts";

const INLINE_CHARACTERS = 4_000;
const MAX_DEPTH = 64;
const MAX_SIZE = 10_000_000;

/** The input as the log keeps it: itself while it is small, a stored observation when large, a note when it is no data. */
export function recordableInput(
  input: unknown,
  world: { shelf: () => ObservationShelf; redactor: Redactor },
): unknown {
  if (input === undefined) return {};
  const fault = findJsonFault(input, { maxDepth: MAX_DEPTH, maxSize: MAX_SIZE });
  if (fault !== undefined)
    return { unreadable: `${fault.path === "" ? "the input" : fault.path} ${fault.problem}` };
  const text = JSON.stringify(input);
  if (text.length <= INLINE_CHARACTERS) return input;
  return world.shelf().put(world.redactor.json(text));
}
