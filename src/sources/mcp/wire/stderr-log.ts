import { WITNESS_MARK } from "../../../sandbox/witness.ts";

/** The latest stderr of each server. */
export interface StderrLog {
  add(server: string, text: string): void;
  /** The latest lines of a server. Empty if it wrote nothing. */
  of(server: string): string;
}

const MAX_CHARACTERS = 65_536;

/** Creates an empty log. */
export function createStderrLog(): StderrLog {
  const texts = new Map<string, string>();
  return {
    add(server, text) {
      texts.set(server, `${texts.get(server) ?? ""}${text}`.slice(-MAX_CHARACTERS));
    },
    of(server) {
      const lines = (texts.get(server) ?? "").split("\n");
      // Our own witness inside the sandbox also writes there.
      return lines.filter((line) => !line.startsWith(WITNESS_MARK)).join("\n");
    },
  };
}
