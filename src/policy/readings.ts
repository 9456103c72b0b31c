import type { Effect } from "../contract/effect.ts";
import { commandReadings, possibleCommands } from "./command-readings.ts";
import { urlReadings } from "./url-readings.ts";

/** The ways in which a target can be read. */
export interface Readings {
  /** A rule that allows must match every one of these. */
  readonly all: readonly string[];
  /** A rule that forbids or asks may match any one of these. */
  readonly any: readonly string[];
  /** A rule that forbids or asks and matches one of these is a reason to ask. */
  readonly possible?: readonly string[];
}

/** Every way in which the target of an effect can be read. Paths have one true spelling and need no other. */
export function readingsOf({ kind, target, opaque, program }: Effect): Readings {
  if (kind === "command.run") {
    const names = program === undefined ? [target] : [target, target.replace(/^[^ ]+/, () => program)];
    const possible = opaque === true ? [] : names.flatMap(possibleCommands);
    return { all: [target], any: names.flatMap((name) => commandReadings(name, opaque === true)), possible };
  }
  if (kind.startsWith("host.")) return urlReadings(target);
  return { all: [target], any: [target] };
}
