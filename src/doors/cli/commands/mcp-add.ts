import { dirname, relative } from "node:path";
import { withServer } from "../../../config/edit-servers.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { describeLeftOut } from "../mcp/describe-left-out.ts";
import { programFolder } from "../mcp/program-folder.ts";
import { readServers, serverFile, writeServers } from "../mcp/server-file.ts";
import { readPairs } from "../read-pairs.ts";

/** `dejima mcp add NAME [-- COMMAND…]` */
export const run: RunCommand = async (context, { arguments: [name = "", command, ...args], options }) => {
  const { output } = context;
  const { url, trusted, force } = options;
  if ((command === undefined) === (url === undefined))
    throw new DejimaError("invalid_input", `Cannot add "${name}": give either a command after -- or --url`);
  const held = (await context.settings()).config.mcpServers;
  if (Object.hasOwn(held, name) && force !== true)
    throw new DejimaError("conflict", `Cannot add "${name}": there is one already; --force replaces it`);
  const file = await serverFile(context);
  const asked = folders(options.folder, options.writeFolder);
  const own =
    trusted === true || url !== undefined || asked !== undefined
      ? undefined
      : ownFolder(file, [command ?? "", ...args]);
  const server = Object.fromEntries(
    Object.entries({
      command,
      args: args.length === 0 ? undefined : args,
      url,
      env: environment(options.env),
      headers: readPairs(options.header, "--header", ":"),
      folders: asked ?? (own === undefined ? undefined : [own]),
      hosts: options.host,
      trusted: trusted === true ? true : undefined,
      sends: options.sendsNothing === true ? "nothing" : undefined,
    }).filter(([, value]) => value !== undefined),
  );
  const runtime = await writeServers(context, file, withServer(await readServers(file), name, server));
  try {
    const { mcp } = runtime;
    const problem = (await mcp.discover([name])).get(name);
    const reports = await mcp.reports();
    const leftOut = reports.find((server) => server.name === name)?.leftOut ?? [];
    const tools = [...(await mcp.toolsOf(name)).keys()];
    const review = await mcp.review(name);
    const held = review.held.map(({ definition }) => definition.name);
    output.data(
      {
        added: name,
        file,
        tools,
        held,
        leftOut,
        ...(problem === undefined ? {} : { problem: problem.toData() }),
      },
      () =>
        `Added ${name} to ${file}: ${tools.length} tools${held.length === 0 ? "" : `, ${held.length} held back`}.`,
    );
    for (const line of describeLeftOut(leftOut)) output.note(line);
    if (own !== undefined)
      output.note(`It runs contained, and sees ${own}, where its program stands, read-only`);
    if (problem !== undefined) output.note(`It is in the config, but does not answer: ${problem.message}`);
    if (problem !== undefined && url === undefined && trusted !== true) output.note(walls(server));
    return problem === undefined ? EXIT.done : EXIT.unavailable;
  } finally {
    await runtime.close();
  }
};

/** What keeps most servers from starting: they find neither their files nor the host they came from. */
function walls({ folders, hosts }: Readonly<Record<string, unknown>>): string {
  const sees = Array.isArray(folders) ? "only its folders" : "nothing";
  const reaches = Array.isArray(hosts) ? "only its hosts" : "no host";
  return `It runs contained: it sees ${sees} of the disk and reaches ${reaches}. --folder, --write-folder and --host declare more, --force replaces this entry`;
}

/** A program that cannot see itself cannot start; what else it may see is for its user to say. */
function ownFolder(file: string, command: readonly string[]): string | undefined {
  const base = dirname(file);
  const folder = programFolder(base, command);
  if (folder === undefined) return undefined;
  const inside = relative(base, folder);
  return inside.startsWith("..") ? folder : `./${inside}`;
}

function environment(given: unknown): Record<string, string> | string[] | undefined {
  // Names alone are passed on from the environment, and stand in no file.
  if (!Array.isArray(given)) return undefined;
  const isName = (text: unknown) => !String(text).includes("=");
  if (given.every(isName)) return given.map(String);
  return readPairs(
    given.map((text) => (isName(text) ? `${text}=\${${text}}` : text)),
    "--env",
    "=",
  );
}

function folders(read: unknown, write: unknown): unknown[] | undefined {
  const all = [
    ...(Array.isArray(read) ? read : []),
    ...(Array.isArray(write) ? write.map((path) => ({ path, write: true })) : []),
  ];
  return all.length === 0 ? undefined : all;
}
