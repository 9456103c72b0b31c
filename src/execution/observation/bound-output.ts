import { DejimaError } from "../../contract/error.ts";
import type { Observation } from "../../contract/outcome.ts";
import { measureJson } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { fieldsOf } from "../../text/record.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { ObservationStore } from "./run-stores.ts";

/** An output that is ready to be returned and recorded. */
export interface BoundOutput {
  readonly output: unknown;
  /** The complete output, for a later step of a chain. */
  readonly whole: unknown;
  /** The length of the output as text. */
  readonly characters: number;
  readonly sha256: string;
  readonly observation?: Observation;
  /** What the log stores: the output itself if it is small, else only the observation. */
  readonly recorded: { readonly output?: unknown; readonly observation?: Omit<Observation, "excerpt"> };
}

interface OutputBounds {
  /** The caller gets outputs of up to this length whole. */
  readonly maxCharacters: number;
  readonly tool: string;
}

const RECORDED_CHARACTERS = 2_000;

/** Redacts an output, hashes it, stores it whole if it is large, and cuts it to a size that a model can take. */
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
    observation: {
      ref,
      bytes,
      sha256: stored.sha256,
      truncated: truncated || readable !== undefined,
      format: typeof whole === "string" ? "text" : "json",
    },
  } as const;
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

/** A tool's output as JSON data, and as the text that is hashed, stored and cut. */
interface OutputData {
  readonly data: unknown;
  readonly text: string;
}

/**
 * Converts a tool's output to JSON data. Dates and instances become their JSON form, fields without a value are dropped.
 * Values that JSON would silently lose (a Map, a function, a BigInt, NaN, a cycle) throw an error.
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

function refuseLoss(key: string, value: unknown): unknown {
  const where = key === "" ? "the value" : `"${key}"`;
  if (key === "__proto__") throw new Error(`${where} is a key that could change prototypes`);
  if (value instanceof Map || value instanceof Set)
    throw new Error(`${where} is a ${value.constructor.name}`);
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint")
    throw new Error(`${where} is a ${typeof value}`);
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Error(`${where} is not a finite number`);
  return value;
}

function unrecordable(tool: string, problem: string): DejimaError {
  return new DejimaError(
    "internal",
    `Cannot record the output of "${tool}": ${problem}. The tool has run; it must return JSON data (text for a BigInt, a list of pairs for a Map, a tree without cycles)`,
    { tool, ran: true },
  );
}

/** Shorter data is kept: a note about it would not be shorter. */
const SHORT = 200;

/**
 * Replaces each picture, sound and file in an output by a note, because a model cannot read them as text. The shapes are those
 * of MCP servers. Returns `undefined` if there is nothing to replace.
 */
function leaveOutBinaries(data: unknown, ref: string): unknown {
  let found = false;
  const note = (text: string, type: unknown) => {
    found = true;
    const bytes = Math.floor((text.length * 3) / 4);
    return `[${bytes} bytes${typeof type === "string" ? ` of ${type}` : ""}, kept whole under ref "${ref}"]`;
  };
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== "object" || value === null) return value;
    const { type, data: sent, blob, mimeType } = fieldsOf(value);
    if ((type === "image" || type === "audio") && isLong(sent))
      return { ...value, data: note(sent, mimeType) };
    if (isLong(blob)) return { ...value, blob: note(blob, mimeType) };
    if (type === "resource") return { ...value, resource: replace(fieldsOf(value).resource) };
    return value;
  };
  if (typeof data !== "object" || data === null || !("content" in data)) return undefined;
  const content = replace(data.content);
  return found ? { ...data, content } : undefined;
}

const isLong = (text: unknown): text is string => typeof text === "string" && text.length > SHORT;
