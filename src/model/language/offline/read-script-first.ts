import { fieldsOf } from "../../../text/record.ts";
import type { Intent, ToolResult } from "./intent.ts";
import { isScript } from "./named-path.ts";

const RUNS_SCRIPT = /^(?:sh|bash|python3?|node) (?:'([^']+)'|([\w./-]+))(?: |$)/;

/** Signs that a program changes files, by its extension. */
const CHANGES: readonly (readonly [ending: RegExp, signs: RegExp])[] = [
  [
    /\.(?:sh|bash)$/i,
    />>?\s*(?![&>\s]|\/dev\/|\/tmp\/|\$\{?TMP)|(?:^|[;&|(\s])(?:tee|touch|mkdir|rmdir|rm|mv|cp|ln|dd|truncate|unzip|chmod|make|sed -i\S*|tar -?\w*x\w*|git (?:clone|init|add|commit|checkout|pull)|npm (?:install|ci)|pip3? install)(?=\s)/m,
  ],
  [
    /\.py$/i,
    /\bopen\([^)\n]{0,200},\s*(?:mode\s*=\s*)?["'][rbt]{0,2}[wax+]|\.write_(?:text|bytes)\(|\bos\.(?:remove|unlink|mkdir|makedirs|rename|replace|rmdir)\(|\bshutil\.\w+\(|\.(?:mkdir|unlink|touch|to_csv|to_json|savefig)\(/,
  ],
  [
    /\.(?:[mc]?js|ts)$/i,
    /\b(?:writeFile|appendFile|createWriteStream|mkdir|unlink|rename|copyFile|cp|rm|rmdir)(?:Sync)?\(/,
  ],
];

/** Whether a script looks as if it changed files of the workspace. */
export function changesFiles(path: string, text: string): boolean {
  return CHANGES.some(([ending, signs]) => ending.test(path) && signs.test(text));
}

/**
 * Reads a script before it is run, so that the one question about it also covers its file changes, and nobody
 * is asked about a script that does not exist.
 */
export function readScriptFirst(intent: Intent): Intent {
  const path = intent.kind === "call" && intent.tool === "shell" ? scriptOf(intent.input.command) : undefined;
  if (intent.kind !== "call" || path === undefined || intent.input.write === true) return intent;
  return {
    kind: "call",
    tool: "read_file",
    input: { path },
    optional: true,
    next({ failed, data }: ToolResult) {
      const { code, content } = fieldsOf(data);
      // A script that may not be read is run as requested.
      if (failed) return code === "io_error" ? undefined : intent;
      const write = changesFiles(path, String(content ?? ""));
      return write ? { ...intent, input: { ...intent.input, write } } : intent;
    },
  };
}

function scriptOf(command: unknown): string | undefined {
  const [, quoted, plain] = RUNS_SCRIPT.exec(String(command)) ?? [];
  const path = quoted ?? plain;
  return path !== undefined && isScript(path) ? path : undefined;
}
