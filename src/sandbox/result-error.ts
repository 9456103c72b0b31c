import { DejimaError } from "../contract/error.ts";
import { textEnd } from "../text/text-end.ts";
import type { SandboxResult } from "./sandbox.ts";

/** The end of the output that goes with an error; the whole of it belongs to the observation. */
const TAIL_CHARACTERS = 2000;

/** What a tool throws for a run that did not go well; undefined where it did. The result goes with it as details. */
export function resultError(result: SandboxResult): DejimaError | undefined {
  const problem = describe(result);
  if (problem === undefined) return undefined;
  const [code, message] = problem;
  const { stdout, stderr, ...facts } = result;
  return new DejimaError(code, `Cannot finish the program: ${message}`, {
    ...facts,
    stdout: textEnd(stdout, TAIL_CHARACTERS),
    stderr: textEnd(stderr, TAIL_CHARACTERS),
  });
}

function describe(result: SandboxResult): [DejimaError["code"], string] | undefined {
  const { exitCode, cause, limitHit } = result;
  if (exitCode === null) return ["spawn_failed", cause ?? "it did not start"];
  if (cause === "cancelled") return ["cancelled", "it was cancelled"];
  if (result.timedOut) return ["timeout", `its time was up after ${result.durationMs} ms`];
  if (result.truncated)
    return ["output_truncated", "it printed more than the limit and was killed; print less or write a file"];
  if (exitCode === 0) return undefined;
  if (limitHit !== null)
    return [
      "limit_exceeded",
      `it broke the limit ${limitHit}; ask for less, or raise it in the configuration`,
    ];
  return ["exit_nonzero", `it ended with exit code ${exitCode}`];
}
