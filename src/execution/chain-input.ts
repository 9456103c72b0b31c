import type { JsonFault } from "../support/plain-json.ts";

/** An object in an input that stands for a value of an earlier output, as it was written. */
export type ChainReference = { readonly $from: unknown; readonly [key: string]: unknown };

/** Every reference in a step's input. */
export function findReferences(input: unknown): ChainReference[] {
  if (isReference(input)) return [input];
  return typeof input === "object" && input !== null ? Object.values(input).flatMap(findReferences) : [];
}

type LookUp = (reference: { step: string; pointer: string }) => unknown;

/** Puts the values in for the references; the fault names the first that leads nowhere. */
export function fillIn(input: unknown, lookUp: LookUp): { value: unknown; fault: JsonFault | undefined } {
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
