import type { FileAccess, FolderChanges, SetApartChanges } from "../../contract/data/file-access.ts";
import { DejimaError } from "../../contract/error.ts";
import type { StreamStep } from "../../contract/tool.ts";
import { defined } from "../../support/defined.ts";
import { textEnd } from "../../text/text-end.ts";
import type { SandboxResult, SandboxRun } from "../sandbox.ts";

/**
 * A program as a tool's stream: its output as it appears, then its result. A failure is thrown as an error.
 */
export async function* programSteps(run: SandboxRun): AsyncIterable<StreamStep> {
  for await (const { text } of run.output) yield { type: "chunk", text };
  const result = await run.result;
  const error = resultError(result);
  if (error !== undefined) throw error;
  yield { type: "result", output: result };
}

/** How much of the output's end goes with an error. The whole output is in the observation. */
const TAIL_CHARACTERS = 2000;

/** The error for a run that failed, with the result as details. `undefined` if it succeeded. */
export function resultError(result: SandboxResult): DejimaError | undefined {
  const problem = problemOf(result);
  if (problem === undefined) return undefined;
  const [code, message] = problem;
  const { stdout, stderr, ...facts } = result;
  return new DejimaError(code, `Cannot finish the program: ${message}`, {
    ...facts,
    stdout: textEnd(stdout, TAIL_CHARACTERS),
    stderr: textEnd(stderr, TAIL_CHARACTERS),
  });
}

function problemOf(result: SandboxResult): [DejimaError["code"], string] | undefined {
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

/** Maximum number of changed files to name. Of more, only the number is stated. */
const MAX_NAMED_FILES = 100;

const MAX_IGNORED = 20;

const SET_APART =
  "These files start by themselves, so they were taken out of their place. A person can put them there: `dejima set-apart accept ID`";

/**
 * Runs a program that may change these folders so that undoing the call restores their files, however the
 * program ends.
 */
export async function* keepChanges(
  files: FileAccess,
  folders: readonly string[],
  start: () => AsyncIterable<StreamStep>,
): AsyncIterable<StreamStep> {
  const undo = await files.keep(folders);
  let isSettled = false;
  const settle = async () => {
    isSettled = true;
    return describeChanges(await undo.settle());
  };
  try {
    for await (const step of start()) {
      if (step.type !== "result") yield step;
      else yield { ...step, output: { ...(step.output as object), ...(await settle()) } };
    }
  } catch (error) {
    if (!(error instanceof DejimaError) || isSettled) throw error;
    throw new DejimaError(error.code, error.message, { ...error.details, ...(await settle()) });
  } finally {
    if (!isSettled) await settle();
  }
}

/** The part of a result that names self-starting files. */
export function describeSetApart({
  setApart = [],
  setApartEarlier = [],
  notChecked,
}: SetApartChanges): object {
  return {
    ...(setApart.length > 0 ? { setApart } : {}),
    ...(setApartEarlier.length > 0 ? { setApartEarlier } : {}),
    ...(setApart.length + setApartEarlier.length > 0 ? { setApartNote: SET_APART } : {}),
    ...defined({ notChecked }),
  };
}

function describeChanges({
  changed,
  cannotUndo,
  forbidden = [],
  ignored = [],
  notKept,
  ...starting
}: FolderChanges): object {
  const apart = describeSetApart(starting);
  if (notKept !== undefined) return { cannotUndo: notKept, ...apart };
  return {
    ...apart,
    changed: changed.slice(0, MAX_NAMED_FILES),
    ...(changed.length > MAX_NAMED_FILES ? { changedInAll: changed.length } : {}),
    ...(forbidden.length > 0 ? { changedAgainstRules: forbidden.slice(0, MAX_NAMED_FILES) } : {}),
    ...(ignored.length > 0 ? { notWatched: ignored.slice(0, MAX_IGNORED) } : {}),
    ...(cannotUndo.length > 0 ? { cannotUndo: cannotUndo.slice(0, MAX_NAMED_FILES) } : {}),
  };
}
