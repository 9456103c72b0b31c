import { DejimaError } from "../contract/error.ts";
import type { Observation } from "../contract/observation.ts";
import { measureJson } from "../support/plain-json.ts";
import { sha256 } from "../support/sha256.ts";
import type { ObservationShelf } from "./observation-shelf.ts";
import type { Redactor } from "./redactor.ts";

/** A result fit to hand over and to record. */
export interface BoundOutput {
  readonly output: unknown;
  readonly sha256: string;
  readonly observation?: Observation;
  /** What the log keeps: the output itself while it is small, else nothing but the observation. */
  readonly recorded: { readonly output?: unknown; readonly observation?: Omit<Observation, "excerpt"> };
}

export interface OutputBounds {
  /** Up to this many characters the caller gets the output whole. */
  readonly maxCharacters: number;
  readonly tool: string;
}

const RECORDED_CHARACTERS = 2_000;
const MAX_DEPTH = 500;
const MAX_SIZE = 512 * 1024 * 1024;

/** Redacts an output, hashes it, stores it whole when it is large, and cuts it to what a model can take. */
export function boundOutput(
  value: unknown,
  bounds: OutputBounds,
  world: { shelf: () => ObservationShelf; redactor: Redactor },
): BoundOutput {
  const text = textOf(value, bounds.tool);
  const clean = typeof value === "string" ? world.redactor.text(text) : world.redactor.json(text);
  if (clean.length <= RECORDED_CHARACTERS && clean.length <= bounds.maxCharacters) {
    const output = clean === text ? value : restored(clean, value);
    return { output, sha256: sha256(clean), recorded: { output: output ?? null } };
  }
  const stored = world.shelf().put(clean);
  const truncated = clean.length > bounds.maxCharacters;
  const { ref, bytes } = stored;
  const recorded = { observation: { ref, bytes, sha256: stored.sha256, truncated } };
  if (!truncated)
    return { output: clean === text ? value : restored(clean, value), sha256: stored.sha256, recorded };
  const excerpt = excerptOf(clean, bounds.maxCharacters, ref);
  return {
    output: excerpt,
    sha256: stored.sha256,
    observation: { ...recorded.observation, excerpt },
    recorded,
  };
}

function textOf(value: unknown, tool: string): string {
  if (typeof value === "string") return value.isWellFormed() ? value : value.toWellFormed();
  if (value === undefined) return "null";
  const problem = measureJson(value, { maxDepth: MAX_DEPTH, maxSize: MAX_SIZE }).fault;
  const serialisable = problem === undefined || problem.problem === "is not a plain object";
  if (serialisable) {
    try {
      return JSON.stringify(value) ?? "null";
    } catch (cause) {
      throw unrecordable(tool, cause instanceof Error ? cause.message : String(cause));
    }
  }
  throw unrecordable(tool, `${problem.path === "" ? "the value" : problem.path} ${problem.problem}`);
}

function unrecordable(tool: string, problem: string): DejimaError {
  return new DejimaError(
    "internal",
    `Cannot record the output of "${tool}": ${problem}. The tool has run; it must return JSON data (text for a BigInt, a tree without cycles)`,
    { tool, ran: true },
  );
}

function restored(text: string, original: unknown): unknown {
  return typeof original === "string" ? text : JSON.parse(text);
}

function excerptOf(text: string, maxCharacters: number, ref: string): string {
  const head = Math.ceil(maxCharacters * 0.75);
  const tail = maxCharacters - head;
  const left = text.length - head - tail;
  const note = `\n… [${left} characters left out; read_observation with ref "${ref}" pages and searches the whole] …\n`;
  return `${text.slice(0, head).toWellFormed()}${note}${tail === 0 ? "" : text.slice(-tail).toWellFormed()}`;
}
