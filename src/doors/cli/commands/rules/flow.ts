import { z } from "zod";
import { defineCommand } from "../../define-command.ts";
import { count } from "../../input/fields.ts";

const flowList = defineCommand({
  path: ["flow", "list"],
  group: "See which files contain content from outside, and clear their marks",
  summary: "List files with content from outside; reading one makes a run ask before it sends",
  input: z.object({
    limit: count(100, "how many (100)"),
  }),
  examples: ["dejima flow list", "dejima flow list --json"],
  async run({ runtime, output }, { limit }) {
    const marks = await (await runtime()).marks.list({ limit });
    output.data(marks, () =>
      marks.length === 0
        ? output.say("No file is marked: nothing from outside was stored.")
        : output.table([
            output.headings("KIND", "WHAT", "FROM", "RUN"),
            ...distinct(
              marks.map(({ kind, key, name, sources, runId }) => [
                kind,
                output.shown(kind === "content" ? `${key.slice(0, 12)}… (${name})` : key),
                output.shown(sources.slice(0, 3).join("; ")),
                runId,
              ]),
            ),
          ]),
    );
    return 0;
  },
});

const flowClear = defineCommand({
  path: ["flow", "clear"],
  summary: "Clear the mark of a file, or of all files in a folder, after you checked the content",
  input: z.object({
    path: z.string(),
  }),
  arguments: ["path"],
  examples: ["dejima flow clear notes.md", "dejima flow clear ./downloads"],
  async run({ runtime, output }, { path }) {
    const cleared = await (await runtime()).marks.clear(path);
    output.data({ cleared }, () =>
      output.table(
        cleared.map(({ kind, name, sources }) => [
          output.say`cleared ${kind}`,
          output.shown(name),
          output.shown(sources.slice(0, 3).join("; ")),
        ]),
      ),
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [flowList, flowClear];

/** Each row once. */
function distinct(rows: readonly string[][]): string[][] {
  return [...new Map(rows.map((row) => [row.join("\0"), row])).values()];
}
