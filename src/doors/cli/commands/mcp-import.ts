import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { withServer } from "../../../config/edit-servers.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { CommandContext, RunCommand } from "../command.ts";
import { CLIENTS, clientFiles, isClient } from "../mcp/clients.ts";
import { type ForeignServer, readForeignConfig } from "../mcp/foreign-config.ts";
import { readServers, replaceConfig, serverFile } from "../mcp/server-file.ts";

/** `dejima mcp import claude|cursor|vscode|FILE` */
export const run: RunCommand = async (context, { arguments: [from = ""] }) => {
  const { cwd, output, settings } = context;
  const files = isClient(from) ? clientFiles(from, { cwd, home: homedir() }) : [resolve(cwd, from)];
  const found = await readServersOf(files, context);
  if (found.length === 0) {
    throw new DejimaError(
      "invalid_input",
      `Cannot import from "${from}": none of ${files.join(", ")} names MCP servers. Name ${CLIENTS.join(", ")} or a file`,
    );
  }
  const held = (await settings()).config.mcpServers;
  const servers = new Map<string, ForeignServer>(); // the project's file comes first, and wins
  for (const { read } of found)
    for (const server of read) if (!servers.has(server.name)) servers.set(server.name, server);
  const known = [...servers.keys()].filter((name) => Object.hasOwn(held, name));
  const fresh = [...servers.values()].filter(({ name }) => !Object.hasOwn(held, name));
  const file = await serverFile(context);
  let text = await readServers(file);
  for (const { name, server } of fresh) text = withServer(text, name, server);
  if (fresh.length > 0) await replaceConfig(context, file, text);
  const imported = fresh.map(({ name }) => name);
  const sources = found.map(({ file: source }) => source);
  output.data(
    { from: sources[0], files: sources, file, imported, skipped: known },
    () =>
      `Imported ${imported.join(", ") || "nothing"} from ${sources.join(", ")} into ${file}.${
        known.length === 0 ? "" : ` Left as they are: ${known.join(", ")}.`
      }`,
  );
  const unset = [...new Set(JSON.stringify(fresh).match(/(?<=\$\{)\w+(?=:-\})/g) ?? [])];
  if (unset.length > 0) output.note(`Set these variables, which are empty now: ${unset.join(", ")}`);
  if (fresh.length > 0)
    output.note("They run contained: declare the folders and hosts that they need, or trust them knowingly");
  return 0;
};

/** The servers of every file that is there and names some. */
async function readServersOf(files: readonly string[], { cwd, variables }: CommandContext) {
  const found: { readonly file: string; readonly read: readonly ForeignServer[] }[] = [];
  for (const file of new Set(files)) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    const read = text === undefined ? undefined : readForeignConfig(text, file, { cwd, variables });
    if (read !== undefined) found.push({ file, read });
  }
  return found;
}
