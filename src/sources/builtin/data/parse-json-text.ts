import { DejimaError } from "../../../contract/error.ts";
import { measureJson } from "../../../support/plain-json.ts";

const BOUNDS = { maxDepth: 400, maxSize: Number.MAX_SAFE_INTEGER };

/** Reads JSON text as data that can be handed on; `what` names the text in messages. */
export function parseJsonText(text: string, what: string): unknown {
  const refuse = (why: string) => new DejimaError("invalid_input", `Cannot parse ${what} as JSON: ${why}`);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw refuse(cause instanceof Error ? cause.message : String(cause));
  }
  const { fault } = measureJson(data, BOUNDS);
  if (fault === undefined) return data;
  throw refuse(`${fault.path === "" ? "it" : `"${fault.path}"`} ${fault.problem}`);
}
