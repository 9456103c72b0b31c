import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { undoableCalls } from "../../undoable-calls.ts";

const MAX_LISTED = 3;

const undo = defineCommand({
  path: ["undo"],
  summary:
    "Undo what a call changed; without a call, list the calls that changed files, databases or installed servers",
  input: z.object({
    call: z.string().optional(),
  }),
  arguments: ["call"],
  examples: ["dejima undo", "dejima undo last", "dejima undo 20261115-104215-k3f9qa.1"],
  async run(context, { call }) {
    if (call === undefined) return listChanges(context);
    const { runtime, output } = context;
    const harbour = await runtime();
    const result = await harbour.undo(call === "last" ? await lastChange(context) : call);
    output.data(result, () =>
      result.undone.length === 0
        ? output.say("Nothing to undo: the call changed nothing, or was undone before.")
        : output.table(result.undone.map(({ action, path }) => [output.say.value(action), path])),
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [undo];

async function listChanges(context: CommandContext): Promise<number> {
  const { output, runtime, cwd } = context;
  const { latest, changes, installed } = await undoableCalls(await runtime(), cwd);
  output.data({ changes, installed }, () => {
    if (latest.length === 0)
      return output.say("No call has changed a file or a database, or installed a server yet.");
    const rows = latest.map(({ callId, tool, at, changed, undone }) => {
      const named = changed.slice(0, MAX_LISTED).map(visibleText);
      const more = changed.length > MAX_LISTED ? [output.say`${changed.length - MAX_LISTED} more`] : [];
      return [
        callId,
        localTime(Date.parse(at)),
        tool,
        [...named, ...more].join(", "),
        undone ? output.say.value("undone") : "",
      ];
    });
    return `${output.table(rows)}\n\n${output.say("To undo one: dejima undo CALL, or dejima undo last")}`;
  });
  return 0;
}

async function lastChange({ runtime, cwd }: CommandContext): Promise<string> {
  const last = (await undoableCalls(await runtime(), cwd)).latest.find(({ undone }) => !undone);
  if (last !== undefined) return last.callId;
  throw new DejimaError(
    "invalid_input",
    "Nothing to undo: no recent call changed a file or a database or installed a server, or all of it is undone",
  );
}
