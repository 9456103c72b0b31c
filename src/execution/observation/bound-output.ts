import { DejimaError } from "../../contract/error.ts";
import type { Observation } from "../../contract/observation.ts";
import { measureJson } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { ObservationStore } from "./run-stores.ts";

/** A result fit to hand over and to record. */
export interface BoundOutput {
  readonly output: unknown;
  /** The output uncut: what a later step of a chain gets. */
  readonly whole: unknown;
  /** How long the output is as text. */
  readonly characters: number;
  readonly sha256: string;
  readonly observation?: Observation;
  /** What the log keeps: the output itself while it is small, else nothing but the observation. */
  readonly recorded: { readonly output?: unknown; readonly observation?: Omit<Observation, "excerpt"> };
}

interface OutputBounds {
  /** Up to this many characters the caller gets the output whole. */
  readonly maxCharacters: number;
  readonly tool: string;
}

const RECORDED_CHARACTERS = 2_000;

/** Redacts an output, hashes it, stores it whole when it is large, and cuts it to what a model can take. */
export function boundOutput(
  value: unknown,
  bounds: OutputBounds,
  world: { storage: () => ObservationStore; redactor: Redactor },
): BoundOutput {
  const { data, text } = outputData(value, bounds.tool);
  const clean = typeof data === "string" ? world.redactor.text(text) : world.redactor.json(text);
  const whole = clean === text ? data : typeof data === "string" ? clean : JSON.parse(clean);
  if (clean.length <= RECORDED_CHARACTERS && clean.length <= bounds.maxCharacters) {
    return {
      output: whole,
      whole,
      characters: clean.length,
      sha256: sha256(clean),
      recorded: { output: whole ?? null },
    };
  }
  const stored = world.storage().put(clean);
  const characters = clean.length;
  const truncated = clean.length > bounds.maxCharacters;
  const { ref, bytes } = stored;
  const readable = leaveOutBinaries(whole, ref);
  const recorded = {
    observation: { ref, bytes, sha256: stored.sha256, truncated: truncated || readable !== undefined },
  };
  if (!truncated && readable === undefined)
    return { output: whole, whole, characters, sha256: stored.sha256, recorded };
  const shown = readable === undefined ? clean : JSON.stringify(readable);
  const fits = shown.length <= bounds.maxCharacters;
  const excerpt = fits ? shown : excerptOf(shown, bounds.maxCharacters, ref);
  return {
    output: fits ? readable : excerpt,
    whole,
    characters,
    sha256: stored.sha256,
    observation: { ...recorded.observation, excerpt },
    recorded,
  };
}

function excerptOf(text: string, maxCharacters: number, ref: string): string {
  const head = Math.ceil(maxCharacters * 0.75);
  const tail = maxCharacters - head;
  const left = text.length - head - tail;
  const note = `\n… [${left} characters left out; read_observation with ref "${ref}" pages and searches the whole] …\n`;
  return `${text.slice(0, head).toWellFormed()}${note}${tail === 0 ? "" : text.slice(-tail).toWellFormed()}`;
}

const MAX_DEPTH = 500;

const MAX_SIZE = 512 * 1024 * 1024;

/** What a tool gave back, as JSON data and as the text that is hashed, stored and cut. */
interface OutputData {
  readonly data: unknown;
  readonly text: string;
}

/**
 * Takes a tool's output for JSON data. Dates and instances become what they are in JSON, fields without a value go; what
 * JSON would silently lose (a Map, a function, a BigInt, NaN, a cycle) is an error that says so.
 */
function outputData(value: unknown, tool: string): OutputData {
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

/** Shorter data costs a reader less than a note about it. */
const SHORT = 200;

/**
 * An output with a note in the place of each picture, sound and file that it holds as text: nothing that a model could read. The shapes
 * are those in which MCP servers send them. `undefined` if it holds none.
 */
function leaveOutBinaries(data: unknown, ref: string): unknown {
  let found = false;
  const note = (held: string, type: unknown) => {
    found = true;
    const bytes = Math.floor((held.length * 3) / 4);
    return `[${bytes} bytes${typeof type === "string" ? ` of ${type}` : ""}, kept whole under ref "${ref}"]`;
  };
  const look = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(look);
    if (typeof value !== "object" || value === null) return value;
    const { type, data: sent, blob, mimeType } = value as Readonly<Record<string, unknown>>;
    if ((type === "image" || type === "audio") && isLong(sent))
      return { ...value, data: note(sent, mimeType) };
    if (isLong(blob)) return { ...value, blob: note(blob, mimeType) };
    if (type === "resource") return { ...value, resource: look((value as { resource?: unknown }).resource) };
    return value;
  };
  if (typeof data !== "object" || data === null || !("content" in data)) return undefined;
  const content = look(data.content);
  return found ? { ...data, content } : undefined;
}

const isLong = (held: unknown): held is string => typeof held === "string" && held.length > SHORT;
