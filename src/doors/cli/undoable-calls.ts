import { relative } from "node:path";
import type { Runtime } from "../../runtime.ts";

/** How many calls are looked at and listed. */
const SHOWN = 20;

/** A call that can be undone, and what it changed. */
interface UndoableCall {
  readonly callId: string;
  readonly tool: string;
  readonly at: string;
  readonly changed: readonly string[];
  readonly undone: boolean;
}

/** What calls changed and installed, latest first. */
export async function undoableCalls({ history, finder }: Runtime, cwd: string) {
  const [changes, installed] = await Promise.all([history.changes({ limit: SHOWN }), finder.installed()]);
  const installations = installed.flatMap(({ callId, server, at, previous, trial }) => {
    const to = previous === undefined ? "" : ` ${trial.candidate.package.version}`;
    const changed = [`${trial.skill === undefined ? "MCP server" : "skill"} ${server}${to}`.trim()];
    return callId === undefined ? [] : [{ callId, tool: "install_capability", at, changed, undone: false }];
  });
  const all: UndoableCall[] = [
    ...changes.map(({ files, tables, ...change }) => ({
      ...change,
      changed: [...files.map((file) => relative(cwd, file)), ...tables],
    })),
    ...installations,
  ];
  const latest = all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN);
  return { changes, installed: installations, latest };
}
