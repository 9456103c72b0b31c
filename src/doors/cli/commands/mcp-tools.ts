import type { RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";

/** `dejima mcp tools [SERVER]` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [server] }) => {
  const { mcp: open, registry } = await runtime();
  const mcp = await open();
  const names = server === undefined ? mcp.reports().map(({ name }) => name) : [server];
  const unseen = mcp.reports().filter(({ name, seen }) => names.includes(name) && !seen);
  const problems = await mcp.discover(server === undefined ? unseen.map(({ name }) => name) : [server]);
  const rows = names.flatMap((name) =>
    [...mcp.toolsOf(name)].map(([registered, definition]) => {
      const { risk, summary } = registry.require(registered);
      return { server: name, tool: definition.name, name: registered, risk, summary };
    }),
  );
  output.data(rows, () =>
    output.table([
      ["SERVER", "NAME", "RISK", "SUMMARY"].map((head) => output.style("bold", head)),
      ...rows.map(({ server, name, risk, summary }) => [server, name, risk, output.shown(summary)]),
    ]),
  );
  for (const { message } of problems.values()) output.note(message);
  return problems.size > 0 && rows.length === 0 ? EXIT.unavailable : EXIT.done;
};
