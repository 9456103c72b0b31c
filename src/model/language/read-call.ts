import { defined } from "../../support/defined.ts";
import type { ModelCall } from "./language-model.ts";

/** A call that can be run, or why it cannot. `repaired` says what was fixed. */
export type ReadCall =
  | { readonly ok: true; readonly tool: string; readonly input: unknown; readonly repaired?: string }
  | { readonly ok: false; readonly code: "tool_not_found" | "invalid_input"; readonly reason: string };

interface CallReading {
  /** The registry's name of an offered tool. */
  canonicalName(name: string): string | undefined;
  nearest(name: string): readonly string[];
  /** What is wrong with an input. `undefined` if it is valid. */
  problem(tool: string, input: unknown): string | undefined;
}

/**
 * Parses a model's text as a call. Repairs broken JSON and names that can only mean one tool, else says what
 * is wrong.
 */
export function readCall(call: ModelCall, world: CallReading): ReadCall | Promise<ReadCall> {
  const { tool, input } = call;
  const name = world.canonicalName(tool) ?? world.canonicalName(plainName(tool));
  if (name === undefined) {
    const near = world.nearest(tool);
    const hint =
      near.length > 0 ? `Did you mean ${near.join(", ")}?` : "Choose one of the tools you were given.";
    return { ok: false, code: "tool_not_found", reason: `There is no tool "${tool.slice(0, 100)}". ${hint}` };
  }
  const parsed = parseInput(input);
  // Most inputs are JSON, and every call comes through here.
  return parsed instanceof Promise
    ? parsed.then((repaired) => checkedCall(call, { name, parsed: repaired }, world))
    : checkedCall(call, { name, parsed }, world);
}

interface ParsedInput {
  readonly value: unknown;
  readonly repaired: boolean;
}

function checkedCall(
  { tool, input }: ModelCall,
  { name, parsed }: { readonly name: string; readonly parsed: ParsedInput | undefined },
  world: CallReading,
): ReadCall {
  if (parsed === undefined) {
    return {
      ok: false,
      code: "invalid_input",
      reason: `The input of ${name} is not JSON: ${JSON.stringify(input.slice(0, 200))}. Write one JSON object.`,
    };
  }
  const problem = world.problem(name, parsed.value);
  if (problem !== undefined) return { ok: false, code: "invalid_input", reason: problem };
  const repaired = parsed.repaired
    ? "the JSON was broken"
    : name === tool
      ? undefined
      : `"${tool}" is ${name}`;
  return {
    ok: true,
    tool: name,
    input: parsed.value,
    ...defined({ repaired }),
  };
}

// "functions.read_file", "Read-File", "readFile": models' spellings of a name that they know.
function plainName(name: string): string {
  return (name.split(/[.:/]/).at(-1) ?? name)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();
}

function parseInput(text: string): ParsedInput | Promise<ParsedInput | undefined> {
  if (text.trim() === "") return { value: {}, repaired: false };
  try {
    return { value: unquoted(JSON.parse(text)), repaired: false };
  } catch {
    return repairInput(text);
  }
}

async function repairInput(text: string): Promise<ParsedInput | undefined> {
  const { jsonrepair } = await import("jsonrepair");
  try {
    const value = unquoted(JSON.parse(jsonrepair(text)));
    // Prose can be repaired into a list or a text, but only an object can be an input.
    const meant = typeof value === "object" && value !== null && !Array.isArray(value);
    return meant ? { value, repaired: true } : undefined;
  } catch {
    return undefined;
  }
}

// Some models write the object as JSON text inside JSON text.
function unquoted(value: unknown): unknown {
  if (typeof value !== "string" || !value.trim().startsWith("{")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
