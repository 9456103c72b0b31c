import type { LimitName, Limits } from "../../../src/sandbox/limit/limits.ts";
import type { World } from "./world.ts";

/** A small program; it succeeds, with exit code 0, only if it got what it wanted. */
export interface Script {
  readonly language: "sh" | "node" | "python";
  readonly text: string;
}

/** One way to break out, beside a twin that does the same where it is allowed: a wall, not a broken tool, stopped it. */
export interface Attempt {
  readonly name: string;
  readonly permitted: Script;
  readonly forbidden: Script;
  /** Set where the point is to be stopped by a limit: which ones may do it. The twin runs under the same limits, but for the time. */
  readonly stoppedBy?: readonly LimitName[];
  readonly limits?: Partial<Limits>;
  /** Runs without the granted workspace. */
  readonly alone?: boolean;
  /** Input that never ends. */
  readonly endlessInput?: boolean;
  /** What it left outside, looked at from outside after it ended; undefined when nothing. */
  harm?(world: World): Promise<string | undefined>;
  /** Would damage the machine where nothing contains it; there it counts as not contained without being tried. */
  readonly dangerous?: boolean;
}

const script =
  (language: Script["language"]) =>
  (strings: TemplateStringsArray, ...values: readonly (string | number)[]): Script => ({
    language,
    text: String.raw({ raw: strings.raw }, ...values),
  });

export const sh = script("sh");
export const node = script("node");
export const python = script("python");
