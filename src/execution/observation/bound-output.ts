import type { Observation } from "../../contract/observation.ts";
import { sha256 } from "../../support/sha256.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { leaveOutBinaries } from "./leave-out-binaries.ts";
import type { ObservationStore } from "./observation-store.ts";
import { outputData } from "./output-data.ts";

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
