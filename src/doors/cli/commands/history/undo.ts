import { relative } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";

const SHOWN = 20;

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
        ? "Nothing to undo: the call changed nothing, or was undone before."
        : output.table(result.undone.map(({ action, path }) => [action, path])),
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [undo];

/** A call that can be undone, and what it changed. */
interface Undoable {
  readonly callId: string;
  readonly tool: string;
  readonly at: string;
  readonly changed: readonly string[];
  readonly undone: boolean;
}

/** What calls changed and installed, latest first. */
async function undoable({ runtime, cwd }: CommandContext) {
  const { history, finder } = await runtime();
  const [changes, installed] = await Promise.all([history.changes({ limit: SHOWN }), finder.installed()]);
  const installations = installed.flatMap(({ callId, server, at, previous, trial }) => {
    const to = previous === undefined ? "" : ` ${trial.candidate.package.version}`;
    const changed = [`${trial.skill === undefined ? "MCP server" : "skill"} ${server}${to}`.trim()];
    return callId === undefined ? [] : [{ callId, tool: "install_capability", at, changed, undone: false }];
  });
  const all: Undoable[] = [
    ...changes.map(({ files, tables, ...change }) => ({
      ...change,
      changed: [...files.map((file) => relative(cwd, file)), ...tables],
    })),
    ...installations,
  ];
  const latest = all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN);
  return { changes, installed: installations, latest };
}

async function listChanges(context: CommandContext): Promise<number> {
  const { output } = context;
  const { latest, changes, installed } = await undoable(context);
  output.data({ changes, installed }, () => {
    if (latest.length === 0) return "No call has changed a file or a database, or installed a server yet.";
    const rows = latest.map(({ callId, tool, at, changed, undone }) => {
      const named = changed.slice(0, MAX_LISTED).map(visibleText);
      const more = changed.length > MAX_LISTED ? [`${changed.length - MAX_LISTED} more`] : [];
      return [
        callId,
        localTime(Date.parse(at)),
        tool,
        [...named, ...more].join(", "),
        undone ? "undone" : "",
      ];
    });
    return `${output.table(rows)}\n\nTo undo one: dejima undo CALL, or dejima undo last`;
  });
  return 0;
}

async function lastChange(context: CommandContext): Promise<string> {
  const last = (await undoable(context)).latest.find(({ undone }) => !undone);
  if (last !== undefined) return last.callId;
  throw new DejimaError(
    "invalid_input",
    "Cannot undo: none of the latest calls changed a file or a database or installed a server, or they are undone already",
  );
}
