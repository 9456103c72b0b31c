import { WITNESS_MARK } from "../../../sandbox/witness.ts";

/** What the programs of servers wrote to their stderr, the latest of each. */
export interface StderrLog {
  add(server: string, text: string): void;
  /** The latest lines of a server; empty if it wrote nothing. */
  of(server: string): string;
}

const MOST_CHARACTERS = 65_536;

/** Makes an empty one. */
export function createStderrLog(): StderrLog {
  const held = new Map<string, string>();
  return {
    add(server, text) {
      held.set(server, `${held.get(server) ?? ""}${text}`.slice(-MOST_CHARACTERS));
    },
    of(server) {
      const lines = (held.get(server) ?? "").split("\n");
      // Our own witness inside of the sandbox writes there as well.
      return lines.filter((line) => !line.startsWith(WITNESS_MARK)).join("\n");
    },
  };
}
