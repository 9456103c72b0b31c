import { visibleText } from "../../../text/visible-text.ts";
import type { RunCommand } from "../command.ts";

/** `dejima grants list` */
export const run: RunCommand = async ({ runtime, output }, { options }) => {
  const grants = await (await runtime()).grants.list(options.all === true ? {} : { status: "active" });
  output.data(grants, () =>
    grants.length === 0
      ? "No grants. A person may give one with `dejima approvals approve ID --grant …`."
      : output.table([
          ["ID", "STATUS", "USES", "UNTIL", "BY", "COVERS"].map((head) => output.style("bold", head)),
          ...grants.map(({ id, status, uses, by, terms }) => [
            id,
            status,
            `${uses}/${terms.maxUses}`,
            new Date(terms.expiresAt).toISOString().slice(0, 16),
            visibleText(by),
            visibleText(
              `${terms.tool} ${terms.allows.map(({ kind, match, value }) => `${kind} ${value}${match === "under" ? "/**" : ""}`).join(", ")}${terms.runId === undefined ? "" : ` in run ${terms.runId}`}`,
            ),
          ]),
        ]),
  );
  return 0;
};
