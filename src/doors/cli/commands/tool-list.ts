import { DejimaError } from "../../../contract/error.ts";
import { CATEGORIES } from "../../../contract/tool.ts";
import { bringsTools } from "../../../wiring/brings-tools.ts";
import type { RunCommand } from "../command.ts";
import { ownToolProblems } from "../own-tool-problems.ts";

/** `dejima tool list` */
export const run: RunCommand = async ({ runtime, output }, { options }) => {
  const { category } = options;
  if (category !== undefined && !(CATEGORIES as readonly unknown[]).includes(category)) {
    throw new DejimaError(
      "invalid_input",
      `Cannot list category "${category}": there are ${CATEGORIES.join(", ")}`,
    );
  }
  const { tools, ownTools, settings } = await runtime();
  const rows = tools().filter((tool) => category === undefined || tool.category === category);
  output.data(rows, () =>
    output.table([
      ["NAME", "RISK", "CATEGORY", "SOURCE", "SUMMARY"].map((head) => output.style("bold", head)),
      ...rows.map(({ name, risk, category, source, summary }) => [name, risk, category, source, summary]),
    ]),
  );
  if (bringsTools(settings)) for (const problem of await ownToolProblems(ownTools)) output.note(problem);
  return 0;
};
