import { DejimaError } from "../../contract/error.ts";
import type { FileAccess, FolderChanges } from "../../contract/file-access.ts";
import type { SetApartChanges } from "../../contract/folder-watch.ts";
import type { StreamStep } from "../../contract/tool.ts";
import { defined } from "../../support/defined.ts";

/** So many changed files are named; of more, only how many there are. */
const MOST_NAMED = 100;
const MOST_IGNORED = 20;

const SET_APART =
  "These files start by themselves, so they were taken out of their place. A person can put them there: `dejima set-apart accept ID`";

/** Runs a program that may change these folders so that undoing the call puts their files back, however the program ends. */
export async function* keepChanges(
  files: FileAccess,
  folders: readonly string[],
  start: () => AsyncIterable<StreamStep>,
): AsyncIterable<StreamStep> {
  const kept = await files.keep(folders);
  let isSettled = false;
  const settle = async () => {
    isSettled = true;
    return describe(await kept.settle());
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

function describe({
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
    changed: changed.slice(0, MOST_NAMED),
    ...(changed.length > MOST_NAMED ? { changedInAll: changed.length } : {}),
    ...(forbidden.length > 0 ? { changedAgainstRules: forbidden.slice(0, MOST_NAMED) } : {}),
    ...(ignored.length > 0 ? { notWatched: ignored.slice(0, MOST_IGNORED) } : {}),
    ...(cannotUndo.length > 0 ? { cannotUndo: cannotUndo.slice(0, MOST_NAMED) } : {}),
  };
}
