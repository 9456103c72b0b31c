import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { withServer } from "../../../../config/edit/edit-servers.ts";
import { type ForeignServer, readForeignConfig } from "../../../../config/edit/foreign-servers.ts";
import { DejimaError } from "../../../../contract/error.ts";
import type { CommandContext } from "../../command.ts";
import { chosenConfigFile, readConfigText, replaceConfig } from "../../config-file.ts";
import { defineCommand } from "../../define-command.ts";
import { EVERYWHERE } from "../../input/fields.ts";
import { IMPORT_SOURCES, importFiles, isImportSource } from "../../mcp/client-places.ts";

const mcpImport = defineCommand({
  path: ["mcp", "import"],
  group: "Add MCP servers, or serve as one",
  summary: "Take over the MCP servers of Claude, Cursor, VS Code or a file",
  input: z.object({
    from: z.string(),
    user: EVERYWHERE,
  }),
  arguments: ["from"],
  examples: ["dejima mcp import claude", "dejima mcp import ./mcp.json"],
  async run(context, { from, user }) {
    const { cwd, accountHome: home, output, settings } = context;
    const files = isImportSource(from)
      ? importFiles(from, { cwd, home, platform: process.platform })
      : [resolve(cwd, from)];
    const found = await readServersOf(files, context);
    if (found.length === 0) throw noServersIn(from, files);
    const configured = (await settings()).config.mcpServers;
    const servers = new Map<string, ForeignServer>(); // the project's file comes first and wins
    for (const { read } of found)
      for (const server of read) if (!servers.has(server.name)) servers.set(server.name, server);
    const known = [...servers.keys()].filter((name) => Object.hasOwn(configured, name));
    const { fresh, refused } = await sorted(
      [...servers.values()].filter(({ name }) => !Object.hasOwn(configured, name)),
      context,
    );
    const sources = found.map(({ file: source }) => source);
    if (fresh.length === 0 && known.length === 0 && refused.length > 0)
      throw new DejimaError(
        "invalid_input",
        `Cannot import from ${sources.join(", ")}: ${refused.map(({ problem }) => problem).join("; ")}`,
        { refused },
      );
    const file = await chosenConfigFile(context, { user });
    let text = await readConfigText(context, file);
    for (const { name, server } of fresh) text = withServer(text, name, server);
    if (fresh.length > 0) await replaceConfig(context, file, text);
    const imported = fresh.map(({ name }) => name);
    output.data({ from: sources[0], files: sources, file, imported, skipped: known, refused }, () =>
      [
        output.say`Imported ${imported.join(", ") || output.say.value("none")} from ${sources.join(", ")} into ${file}.`,
        ...(known.length === 0 ? [] : [output.say`Left as they are: ${known.join(", ")}.`]),
      ].join(" "),
    );
    for (const { name, problem } of refused) output.note(output.say`Did not import ${name}: ${problem}`);
    for (const { name, left } of fresh)
      if (left.length > 0)
        output.note(output.say`Of ${name} this was left behind: ${left.join(", ")}; say it in ${file}`);
    const unset = [...new Set(JSON.stringify(fresh).match(/(?<=\$\{)\w+(?=:-\})/g) ?? [])];
    if (unset.length > 0)
      output.note(output.say`Set these variables, which are empty now: ${unset.join(", ")}`);
    if (fresh.length > 0)
      output.note(
        output.say(
          "They run contained: declare the folders and hosts that they need, or trust them knowingly",
        ),
      );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [mcpImport];

interface Refused {
  readonly name: string;
  readonly problem: string;
}

/** Sorts servers into usable and unusable. One that is unusable does not keep others from being imported. */
async function sorted(servers: readonly ForeignServer[], { variables }: CommandContext) {
  const { parseConfig } = await import("../../../../config/parse-config.ts");
  const fresh: ForeignServer[] = [];
  const refused: Refused[] = [];
  for (const each of servers) {
    try {
      parseConfig(withServer("", each.name, each.server), "", variables);
      fresh.push(each);
    } catch (cause) {
      if (!(cause instanceof DejimaError)) throw cause;
      const problem = cause.message.replace(/^Cannot use the config "": /, "").replace(/line \d+: /g, "");
      refused.push({ name: each.name, problem });
    }
  }
  return { fresh, refused };
}

function noServersIn(from: string, files: readonly string[]): DejimaError {
  const [only = ""] = files;
  const why =
    files.length === 1 && !existsSync(only)
      ? `there is no file ${only}`
      : `none of ${files.join(", ")} names MCP servers`;
  return new DejimaError(
    "invalid_input",
    `Cannot import from "${from}": ${why}. Name ${IMPORT_SOURCES.join(", ")} or a file`,
  );
}

/** The servers of every existing file that names some. */
async function readServersOf(files: readonly string[], { cwd, variables }: CommandContext) {
  const found: { readonly file: string; readonly read: readonly ForeignServer[] }[] = [];
  for (const file of new Set(files)) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    const read = text === undefined ? undefined : readForeignConfig(text, file, { cwd, variables });
    if (read !== undefined) found.push({ file, read });
  }
  return found;
}
