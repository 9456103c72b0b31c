import { dirname, join, relative, resolve } from "node:path";
import { withApi } from "../../../config/edit-servers.ts";
import { replaceFile } from "../../../config/replace-file.ts";
import { DejimaError } from "../../../contract/error.ts";
import { makeFolder } from "../../../support/make-folder.ts";
import type { CommandContext, RunCommand } from "../command.ts";
import { readServers, replaceConfig, serverFile, writeServers } from "../mcp/server-file.ts";
import { readPairs } from "../read-pairs.ts";

/** `dejima tool add-openapi NAME DOCUMENT` */
export const run: RunCommand = async (context, { arguments: [name = "", location = ""], options }) => {
  const { config } = await context.settings();
  if (Object.hasOwn(config.openapi, name) && options.force !== true)
    throw new DejimaError("conflict", `Cannot add "${name}": there is one already; --force replaces it`);
  const file = await serverFile(context);
  const remote = /^https?:/.test(location);
  const { ownTools: own } = await context.runtime();
  const { document, text } = await own.readApi(remote ? location : resolve(context.cwd, location));
  const kept = remote ? await keep(context, name, text) : resolve(context.cwd, location);
  const api = Object.fromEntries(
    Object.entries({
      document: relative(dirname(file), kept),
      baseUrl: options.baseUrl ?? beside(document.server, remote ? location : undefined),
      headers: readPairs(options.header, "--header", ":"),
      query: readPairs(options.query, "--query", "="),
      operations: options.operation,
    }).filter(([, value]) => value !== undefined),
  );
  const before = await readServers(file);
  const runtime = await writeServers(context, file, withApi(before, name, api));
  try {
    const report = (await runtime.ownTools.apis()).find((one) => one.name === name);
    if (report?.problem !== undefined) {
      await replaceConfig(context, file, before);
      throw new DejimaError("invalid_input", report.problem);
    }
    const tools = report?.tools ?? [];
    context.output.data({ added: name, file, tools }, () =>
      [`Added ${name} to ${file}: ${tools.length} tools.`, ...tools.map((tool) => `  ${tool}`)].join("\n"),
    );
  } finally {
    await runtime.close();
  }
  return 0;
};

/** A document from elsewhere is kept, so that what it says tomorrow changes no tool of today. */
async function keep({ settings }: CommandContext, name: string, text: string): Promise<string> {
  const folder = join((await settings()).home, "openapi");
  await makeFolder(folder);
  const file = join(folder, `${name}.openapi`);
  await replaceFile(file, text);
  return file;
}

/** A server that the document names by a path alone is on the host that the document came from. */
function beside(server: string | undefined, location: string | undefined): string | undefined {
  if (location === undefined || (server !== undefined && /^https?:/i.test(server))) return undefined;
  return URL.parse(server ?? "/", location)?.href;
}
