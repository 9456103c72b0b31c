import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

/** `dejima tool search TEXT` */
export const run: RunCommand = async ({ runtime, output }, { arguments: words, options }) => {
  const limit = Number(options.limit ?? 5);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) {
    throw new DejimaError(
      "invalid_input",
      `Cannot return "${options.limit}" tools: --limit takes a whole number from 1 to 200`,
    );
  }
  const harbour = await runtime();
  const { hits, advice, notices } = await harbour.search.tools(words.join(" "), { limit });
  const summaries = new Map(harbour.tools().map(({ name, summary }) => [name, summary]));
  const found = hits.map(({ name, score, source, why }) => ({
    name,
    score,
    source,
    summary: summaries.get(name) ?? "",
    why,
  }));
  for (const notice of notices) output.note(notice);
  output.data(found, () =>
    found.length === 0
      ? (advice ?? "Nothing fits.")
      : output.table(
          found.map(({ name, score, summary, why }) => [
            name,
            score.toFixed(2),
            summary,
            output.style("dim", why.join("; ")),
          ]),
        ),
  );
  return 0;
};
