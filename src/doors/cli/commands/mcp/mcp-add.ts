import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { withServer } from "../../../../config/edit/edit-servers.ts";
import { loadConfig } from "../../../../config/load-config.ts";
import { placeIn, programFolders } from "../../../../config/places/program-folder.ts";
import { serverName } from "../../../../config/schema/mcp-servers.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { isInside } from "../../../../support/paths.ts";
import type { CommandContext } from "../../command.ts";
import { chosenConfigFile, editConfig, runtimeOf } from "../../config-file.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import type { Output } from "../../describe/output.ts";
import { ignoredNote } from "../../describe/settings-notes.ts";
import { EVERYWHERE, flag, TEAM, value, values } from "../../input/fields.ts";
import { readPairs } from "../../input/read-input.ts";
import { describeFetched, fetchPackage } from "../../mcp/fetch-package.ts";
import { startWithGrants } from "../../mcp/grant-server.ts";
import { describeDropped, describeDroppedEntries, describeMissing } from "../../mcp/review-text.ts";
import {
  countVerdicts,
  offerToChange,
  toolCount,
  toolVerdicts,
  verdictTable,
} from "../../mcp/tool-verdicts.ts";

const mcpAdd = defineCommand({
  path: ["mcp", "add"],
  group: "Add MCP servers, or serve as one",
  summary: "Add an MCP server to the config, start it once and pin what it says",
  input: z.object({
    name: serverName,
    command: z.array(z.string()).default([]),
    url: value("address", "a remote server instead of a command"),
    header: values("pair", "a header for a remote server, NAME:VALUE"),
    env: values("pair", "a variable, NAME=VALUE, or NAME to pass it on"),
    folder: values("path", "a folder that it may read"),
    writeFolder: values("path", "a folder that it may change"),
    host: values("name", "a host that it may reach"),
    installScripts: flag("run the install scripts of its npm packages once, contained"),
    trusted: flag("run it outside the sandbox, knowingly"),
    sendsNothing: flag(
      "you vouch that it passes nothing on: its calls need no question after untrusted content was read",
    ),
    force: flag("replace the existing one"),
    user: EVERYWHERE,
    team: TEAM,
  }),
  arguments: ["name", "command"],
  examples: [
    "dejima mcp add memory -- npx -y @modelcontextprotocol/server-memory",
    "dejima mcp add time -- uvx mcp-server-time",
    "dejima mcp add box -- docker run -i --rm -e API_KEY registry.example.com/server",
    "dejima mcp add files --folder ./docs -- npx -y @modelcontextprotocol/server-filesystem ./docs",
    "dejima mcp add docs --url https://example.com/mcp --header 'Authorization: Bearer ${DOCS_TOKEN}'",
  ],
  async run(context, { name, command: typed, ...options }) {
    const { output } = context;
    const { url, trusted, force, user, team } = options;
    // A config that applies in every folder needs absolute paths.
    const anywhere = user || team;
    const placed = (path: string) => (anywhere && isRelative(path) ? resolve(context.cwd, path) : path);
    const placedWords = typed.map((word, at) => placed(at === 0 ? word : asPath(context.cwd, word)));
    requireAddress(name, url, placedWords);
    if ((placedWords.length === 0) === (url === undefined))
      throw new DejimaError("invalid_input", `Cannot add "${name}": give either a command after -- or --url`);
    const held = (await context.settings()).config.mcpServers;
    if (Object.hasOwn(held, name) && !force)
      throw new DejimaError("conflict", `Cannot add "${name}": it already exists; --force replaces it`);
    const file = await chosenConfigFile(context, { user, team });
    const given = {
      command: placedWords[0],
      args: placedWords.slice(1),
      url,
      env: environment(options.env),
      headers: readPairs(options.header, "--header", ":"),
    };
    const { unsetVariable } = await import("../../../../wiring/servers/unset-variable.ts");
    const unset = unsetVariable(name, { ...given, trusted }, context.variables);
    if (unset !== undefined)
      throw new DejimaError("invalid_input", `${unset}. Nothing was added`, { server: name });
    const whole = (path: string) => (anywhere ? resolve(context.cwd, path) : path);
    const granted = folders(options.folder?.map(whole), options.writeFolder?.map(whole));
    const { fetched, ranScripts = false } =
      (trusted || url !== undefined
        ? undefined
        : await fetchPackage(context, placedWords, options.installScripts)) ?? {};
    const [command, ...args] = fetched?.argv ?? placedWords;
    const isOwn = !trusted && url === undefined && fetched === undefined;
    const base = anywhere ? context.cwd : dirname(file);
    // A server cannot start if it cannot see itself. Further access is for the user to grant.
    const isGranted = (folder: string) =>
      granted.some((grant) =>
        isInside(folder, resolve(base, typeof grant === "string" ? grant : grant.path)),
      );
    const own = (isOwn ? programFolders(base, placedWords) : []).filter((folder) => !isGranted(folder));
    const seen = [...own.map((folder) => (anywhere ? folder : placeIn(base, folder))), ...granted];
    const server = Object.fromEntries(
      Object.entries({
        command,
        args: args.length === 0 ? undefined : args,
        url,
        env: given.env,
        headers: given.headers,
        folders: seen.length === 0 ? undefined : seen,
        hosts: options.host,
        integrity: fetched?.integrity,
        installScripts: fetched?.kind === "package" && ranScripts ? true : undefined,
        trusted: trusted ? true : undefined,
        sends: options.sendsNothing ? "nothing" : undefined,
      }).filter(([, value]) => value !== undefined),
    );
    const edit = (text: string) => withServer(text, name, server);
    await editConfig(context, file, { edit, change: `mcp add ${name}` });
    const first = await runtimeOf(context, file);
    const { runtime, problem, missing } = await startWithGrants(context, { name, file, runtime: first });
    try {
      const { mcp } = runtime;
      const report = (await mcp.reports()).find((server) => server.name === name);
      const { leftOut = [], dropped = [] } = report ?? {};
      const standings = await toolVerdicts(runtime, name);
      const tools = standings.map((tool) => tool.name);
      const held = (await mcp.review(name)).held.map(({ definition }) => definition.name);
      output.data(
        {
          added: name,
          file,
          tools,
          standings,
          held,
          leftOut,
          dropped,
          ...(missing.length === 0 ? {} : { missing }),
          ...(fetched?.kind === "package"
            ? { fetched: { ...fetched.versions }, scripts: fetched.scripts }
            : {}),
          ...(fetched?.kind === "image" ? { image: fetched.image, integrity: fetched.integrity } : {}),
          ...(problem === undefined ? {} : { problem: problem.toData() }),
        },
        () =>
          [
            addedLine(output, { name, file, tools: tools.length, held: held.length }),
            ...(tools.length === 0 ? [] : ["", verdictTable(standings, output)]),
          ].join("\n"),
      );
      if (fetched !== undefined)
        for (const line of describeFetched(output, fetched, ranScripts)) output.note(line);
      for (const line of [...describeDroppedEntries(output, leftOut), ...describeDropped(output, dropped)])
        output.note(line);
      const ignored = await ignoredAfter(context, file);
      if (ignored !== undefined) output.note(ignored);
      if (own.length > 0)
        output.note(
          output.say`It runs contained, with read-only access to ${own.join(", ")}, the folder of its program`,
        );
      if (missing.length > 0) output.note(describeMissing(output, name, missing));
      if (problem !== undefined)
        output.note(
          output.say`It is in the config, but does not answer: ${output.say.error(problem.message) ?? problem.message}`,
        );
      if (problem !== undefined && url === undefined && !trusted) output.note(walls(output, server));
      if (problem === undefined)
        await offerToChange(context, runtime, {
          server: name,
          ...countVerdicts(standings),
          example: (standings.find(({ verdict }) => verdict === "deny") ?? standings[0])?.tool ?? "",
        });
      return problem === undefined ? EXIT.done : EXIT.unavailable;
    } finally {
      await runtime.close();
    }
  },
});

/** The commands of this file. */
export const COMMANDS = [mcpAdd];

/** What the next command will ignore: a server in a config that is not trusted was started only now. */
async function ignoredAfter(
  { cwd, variables, settings, output }: CommandContext,
  file: string,
): Promise<string | undefined> {
  const { home, file: project, named } = await settings();
  if (file !== project || named === true) return undefined;
  return ignoredNote(await loadConfig({ cwd, home, variables }), output.say);
}

/** Checks that a remote server has `--url` with a usable address. */
function requireAddress(
  name: string,
  url: string | undefined,
  [program = "", ...rest]: readonly string[],
): void {
  if (url === undefined && rest.length === 0 && /^https?:\/\//i.test(program))
    throw new DejimaError(
      "invalid_input",
      `Cannot start "${program}" as a program: it is an address. Write \`dejima mcp add ${name} --url ${program}\``,
    );
  // A variable may stand for the whole address or a part of it. It is filled in when the server is used.
  if (url === undefined || url.includes("${") || /^https?:$/.test(URL.parse(url)?.protocol ?? "")) return;
  throw new DejimaError(
    "invalid_input",
    `Cannot add "${name}": "${url}" is no address of a server. Write one such as https://example.com/mcp; a program goes after --`,
  );
}

/** A word of a command that names a file in a folder, as a path: `made/server.js` is `./made/server.js`. */
function asPath(folder: string, word: string): string {
  const isFile = /^[\w@]/.test(word) && statSync(resolve(folder, word), { throwIfNoEntry: false })?.isFile();
  return isFile ? `./${word}` : word;
}

/** Whether a word of a command is a path relative to the current folder. */
function isRelative(word: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(word);
}

interface Added {
  readonly name: string;
  readonly file: string;
  readonly tools: number;
  readonly held: number;
}

function addedLine({ say }: Output, { name, file, tools, held }: Added): string {
  if (held > 0) return say`Added ${name} to ${file}: ${toolCount(say, tools)}, ${held} held back.`;
  return say`Added ${name} to ${file}: ${toolCount(say, tools)}.`;
}

/** What keeps most servers from starting: access to their files or to their host is missing. */
function walls({ say }: Output, { folders, hosts }: Readonly<Record<string, unknown>>): string {
  const sees = Array.isArray(folders) ? say("only its folders") : say("nothing");
  const reaches = Array.isArray(hosts) ? say("only its hosts") : say("no host");
  return say`It runs contained: it sees ${sees} of the disk and reaches ${reaches}. --folder, --write-folder and --host declare more, --force replaces this entry`;
}

function environment(
  assignments: readonly string[] | undefined,
): Record<string, string> | string[] | undefined {
  // Bare names are passed on from the environment and are written to no file.
  if (assignments === undefined) return undefined;
  const isName = (text: string) => !text.includes("=");
  if (assignments.every(isName)) return [...assignments];
  return readPairs(
    assignments.map((text) => (isName(text) ? `${text}=\${${text}}` : text)),
    "--env",
    "=",
  );
}

function folders(read: readonly string[] = [], write: readonly string[] = []) {
  return [...read, ...write.map((path) => ({ path, write: true }))];
}
