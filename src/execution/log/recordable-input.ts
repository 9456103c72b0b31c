import type { ObservationStore } from "../observation/observation-store.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { TakenInput } from "../take-input.ts";

const INLINE_CHARACTERS = 4_000;

/** The input as the log keeps it: itself while it is small, a stored observation when large, a note when it is no data. */
export function recordableInput(
  { json, fault }: TakenInput,
  world: { storage: () => ObservationStore; redactor: Redactor },
): unknown {
  if (fault !== undefined)
    return { unreadable: `${fault.path === "" ? "the input" : fault.path} ${fault.problem}` };
  if (json === undefined) return null;
  const clean = world.redactor.json(json);
  return clean.length <= INLINE_CHARACTERS ? JSON.parse(clean) : world.storage().put(clean);
}
