import type { RunCommand } from "../command.ts";
import { wholeNumber } from "../whole-number.ts";

/** `dejima flow list` */
export const run: RunCommand = async ({ runtime, output }, { options }) => {
  const limit = wholeNumber("limit", options.limit, 100);
  const marks = await (await runtime()).marks.list({ limit });
  output.data(marks, () =>
    marks.length === 0
      ? "No file is marked: nothing from outside was stored."
      : output.table(
          marks.map(({ kind, key, name, sources, runId }) => [
            kind,
            output.shown(kind === "content" ? `${key.slice(0, 12)}… (${name})` : key),
            output.shown(sources.slice(0, 3).join("; ")),
            runId,
          ]),
        ),
  );
  return 0;
};
