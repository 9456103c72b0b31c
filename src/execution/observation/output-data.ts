import { DejimaError } from "../../contract/error.ts";
import { measureJson } from "../../support/plain-json.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** What a tool gave back, as JSON data and as the text that is hashed, stored and cut. */
interface OutputData {
  readonly data: unknown;
  readonly text: string;
}

const MAX_DEPTH = 500;
const MAX_SIZE = 512 * 1024 * 1024;

/**
 * Takes a tool's output for JSON data. Dates and instances become what they are in JSON, fields without a value go; what
 * JSON would silently lose (a Map, a function, a BigInt, NaN, a cycle) is an error that says so.
 */
export function outputData(value: unknown, tool: string): OutputData {
  if (typeof value === "string") {
    const text = value.isWellFormed() ? value : value.toWellFormed();
    return { data: text, text };
  }
  if (value === undefined) return { data: undefined, text: "null" };
  try {
    const { fault } = measureJson(value, { maxDepth: MAX_DEPTH, maxSize: MAX_SIZE });
    if (fault === undefined) return { data: value, text: JSON.stringify(value) };
    if (fault.kind !== "form" || fault.problem === "refers to itself")
      throw new Error(`${fault.path === "" ? "the value" : fault.path} ${fault.problem}`);
    const text = JSON.stringify(value, refuseLoss);
    return { data: JSON.parse(text), text };
  } catch (cause) {
    throw unrecordable(tool, thrownText(cause));
  }
}

function refuseLoss(key: string, held: unknown): unknown {
  const where = key === "" ? "the value" : `"${key}"`;
  if (key === "__proto__") throw new Error(`${where} is a key that could change prototypes`);
  if (held instanceof Map || held instanceof Set) throw new Error(`${where} is a ${held.constructor.name}`);
  if (typeof held === "function" || typeof held === "symbol" || typeof held === "bigint")
    throw new Error(`${where} is a ${typeof held}`);
  if (typeof held === "number" && !Number.isFinite(held)) throw new Error(`${where} is not a finite number`);
  return held;
}

function unrecordable(tool: string, problem: string): DejimaError {
  return new DejimaError(
    "internal",
    `Cannot record the output of "${tool}": ${problem}. The tool has run; it must return JSON data (text for a BigInt, a list of pairs for a Map, a tree without cycles)`,
    { tool, ran: true },
  );
}
