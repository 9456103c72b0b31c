import { type JsonFault, measureJson } from "../support/plain-json.ts";
import { thrownText } from "../support/thrown-text.ts";

const MAX_DEPTH = 64;

/** An input taken in as JSON text of our own: nobody who holds the caller's object can change the call under way. */
export interface TakenInput {
  /** Undefined when the input is no JSON data. */
  readonly json: string | undefined;
  readonly fault: JsonFault | undefined;
}

/** Takes an input in before anything else looks at it. */
export function takeInput(
  input: unknown,
  { limits }: { limits: { readonly maxInputCharacters: number } },
): TakenInput {
  try {
    const { fault } = measureJson(input, { maxDepth: MAX_DEPTH, maxSize: limits.maxInputCharacters });
    return { json: fault === undefined ? JSON.stringify(input) : undefined, fault };
  } catch (cause) {
    // A getter or a proxy of the caller's threw.
    return {
      json: undefined,
      fault: { path: "", problem: `cannot be read: ${thrownText(cause)}`, kind: "form" },
    };
  }
}
