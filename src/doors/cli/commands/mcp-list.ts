import type { RunCommand } from "../command.ts";
import { describeLeftOut } from "../mcp/describe-left-out.ts";

/** A model reads about this many characters as one token. */
const CHARACTERS_PER_TOKEN = 4;

/** `dejima mcp list` */
export const run: RunCommand = async ({ runtime, output }, { options }) => {
  const { mcp } = await runtime();
  const known = await mcp.reports();
  if (options.start === true) await mcp.discover(known.map(({ name }) => name));
  const rows = (await mcp.reports()).map(({ name, place, characters, startedMs, ...report }) => ({
    name,
    type: place.type,
    where: place.type === "http" ? place.url : [place.command, ...place.args].join(" "),
    contained: place.type === "stdio" && !place.trusted,
    ...report,
    tokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
    ...(startedMs === undefined ? {} : { startMs: startedMs }),
  }));
  output.data(rows, () =>
    rows.length === 0
      ? "No MCP servers yet. `dejima mcp add NAME -- COMMAND` adds one, `dejima mcp import claude` takes over those of Claude."
      : output.table([
          ["NAME", "STATE", "START", "TOOLS", "TOKENS", "CONTAINED", "WHERE"].map((head) =>
            output.style("bold", head),
          ),
          ...rows.map((row) => [
            row.name,
            row.changed ? "changed" : row.seen ? row.state : row.state === "failing" ? "failing" : "new",
            row.startMs === undefined ? "-" : `${row.startMs} ms`,
            row.held === 0 ? String(row.tools) : `${row.tools} (${row.held} held)`,
            `≈${row.tokens}`,
            row.type === "http" ? "remote" : row.contained ? "yes" : "no, trusted",
            row.where,
          ]),
        ]),
  );
  for (const { name, changed, held, problem, leftOut } of rows) {
    for (const line of describeLeftOut(leftOut)) output.note(`${name}: ${line}`);
    if (changed || held > 0) output.note(`${name}: \`dejima mcp review ${name}\` shows what waits for you`);
    if (problem !== undefined) output.note(`${name}: ${problem}`);
  }
  return 0;
};
