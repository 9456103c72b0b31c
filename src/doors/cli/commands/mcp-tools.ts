import type { RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";

/** `dejima mcp tools [SERVER]` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [server] }) => {
  const { mcp, registry } = await runtime();
  const reports = await mcp.reports();
  const names = server === undefined ? reports.map(({ name }) => name) : [server];
  const unseen = reports.filter(({ name, seen }) => names.includes(name) && !seen);
  const problems = await mcp.discover(server === undefined ? unseen.map(({ name }) => name) : [server]);
  const tools = await Promise.all(names.map((name) => mcp.toolsOf(name)));
  const rows = names.flatMap((name, index) =>
    [...(tools[index] ?? [])].map(([registered, definition]) => {
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
