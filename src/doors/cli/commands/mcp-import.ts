import { readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { withServer } from "../../../config/edit-servers.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { CLIENTS, clientFiles, isClient } from "../mcp/clients.ts";
import { type ForeignServer, readForeignConfig } from "../mcp/foreign-config.ts";
import { readServers, serverFile } from "../mcp/server-file.ts";

/** `dejima mcp import claude|cursor|vscode|FILE` */
export const run: RunCommand = async (context, { arguments: [from = ""] }) => {
  const { cwd, output, settings } = context;
  const files = isClient(from) ? clientFiles(from, { cwd, home: homedir() }) : [resolve(cwd, from)];
  const found = await firstReadable(files);
  if (found === undefined) {
    throw new DejimaError(
      "invalid_input",
      `Cannot import from "${from}": none of ${files.join(", ")} is there. Name ${CLIENTS.join(", ")} or a file`,
    );
  }
  const held = (await settings()).config.mcpServers;
  const [known, fresh] = split(readForeignConfig(found.text, found.file), (name) =>
    Object.hasOwn(held, name),
  );
  const file = await serverFile(context);
  let text = await readServers(file);
  for (const { name, server } of fresh) text = withServer(text, name, server);
  if (fresh.length > 0) await writeFile(file, text);
  const names = (servers: readonly ForeignServer[]) => servers.map(({ name }) => name);
  output.data(
    { from: found.file, file, imported: names(fresh), skipped: names(known) },
    () =>
      `Imported ${names(fresh).join(", ") || "nothing"} from ${found.file} into ${file}.${
        known.length === 0 ? "" : ` Left as they are: ${names(known).join(", ")}.`
      }`,
  );
  if (fresh.length > 0)
    output.note("They run contained: declare the folders and hosts that they need, or trust them knowingly");
  return 0;
};

async function firstReadable(files: readonly string[]): Promise<{ file: string; text: string } | undefined> {
  for (const file of files) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text !== undefined) return { file, text };
  }
  return undefined;
}

function split(servers: readonly ForeignServer[], isKnown: (name: string) => boolean) {
  return [servers.filter(({ name }) => isKnown(name)), servers.filter(({ name }) => !isKnown(name))] as const;
}
