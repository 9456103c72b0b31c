import { relative } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { CommandContext, RunCommand } from "../command.ts";

const SHOWN = 20;
const FILES_NAMED = 3;

/** `dejima undo [CALL]` */
export const run: RunCommand = async (context, { arguments: [call] }) => {
  if (call === undefined) return listChanges(context);
  const { runtime, output } = context;
  const harbour = await runtime();
  const result = await harbour.undo(call === "last" ? await lastChange(context) : call);
  output.data(result, () =>
    result.undone.length === 0
      ? "Nothing to put back: the call changed nothing, or it was undone before."
      : output.table(result.undone.map(({ action, path }) => [action, path])),
  );
  return 0;
};

async function listChanges({ runtime, output, cwd }: CommandContext): Promise<number> {
  const changes = await (await runtime()).history.changes({ limit: SHOWN });
  output.data(changes, () => {
    if (changes.length === 0) return "No call has changed a file yet.";
    const rows = changes.map(({ callId, tool, at, files, undone }) => {
      const named = files.slice(0, FILES_NAMED).map((file) => visibleText(relative(cwd, file)));
      const more = files.length > FILES_NAMED ? [`${files.length - FILES_NAMED} more`] : [];
      return [callId, at.slice(0, 19), tool, [...named, ...more].join(", "), undone ? "undone" : ""];
    });
    return `${output.table(rows)}\n\nTo put one back: dejima undo CALL, or dejima undo last`;
  });
  return 0;
}

async function lastChange({ runtime }: CommandContext): Promise<string> {
  const changes = await (await runtime()).history.changes({ limit: SHOWN });
  const last = changes.find(({ undone }) => !undone);
  if (last !== undefined) return last.callId;
  throw new DejimaError(
    "invalid_input",
    "Cannot undo: there is no call among the last that changed files and is not undone",
  );
}
