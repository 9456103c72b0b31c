import { writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { replaceUserFile } from "../../../../config/edit/write-config.ts";
import { claimNewHome } from "../../../../config/trust/home-claim.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { counted } from "../../../../support/counted-things.ts";
import { makeFolder } from "../../../../support/paths.ts";
import { accountName } from "../../../../support/process/account.ts";
import { thrownText } from "../../../../support/thrown-text.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import type { CommandContext } from "../../command.ts";
import { configEditor } from "../../config-editor.ts";
import { defineCommand } from "../../define-command.ts";
import { flag, value, values } from "../../input/fields.ts";
import { readPairs } from "../../input/read-input.ts";
import { confirm } from "../../terminal/confirm.ts";
import type { Say } from "../../words/say.ts";

const toolNew = defineCommand({
  path: ["tool", "new"],
  group: "List, inspect and call tools",
  summary: "Create a tool file in the home's tools folder",
  input: z.object({
    name: z.string(),
  }),
  arguments: ["name"],
  examples: ["dejima tool new count_words"],
  async run({ settings, variables, runtime, output }, { name }) {
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(name))
      throw new DejimaError(
        "invalid_input",
        `Cannot name a tool "${name}": small letters, digits and underscores, beginning with a letter`,
      );
    const { home } = await settings();
    const folder = join(home, "tools");
    const file = join(folder, `${name.replaceAll("_", "-")}.ts`);
    const { ownTools: own } = await runtime();
    const waiting = (await own.folders()).find((one) => one.folder === folder && !one.trusted);
    claimNewHome(home, variables);
    await makeFolder(folder);
    await writeFile(file, template(name), { flag: "wx" }).catch((cause) => {
      throw new DejimaError("conflict", `Cannot write "${file}": ${thrownText(cause)}`, { file }, { cause });
    });
    // A tool that the user creates here may run. Files that were there before are a different matter.
    if (waiting === undefined) await own.trust(folder, (await own.offer(folder)).content);
    output.data({ name, file, trusted: waiting === undefined }, () =>
      waiting === undefined
        ? output.say`Made ${file}. It is a tool already: dejima tool call ${name} --input '{"text": "hello"}'`
        : output.say`Made ${file}. There are other files beside it: read them, then \`dejima tool trust\``,
    );
    return 0;
  },
});

const toolTrust = defineCommand({
  path: ["tool", "trust"],
  summary: "Let the files of the home's tools folder run; until then they are only counted",
  input: z.object({
    yes: flag("without a question"),
    team: flag("at every machine of the team; with an empty folder: the team shares no tool files any more"),
  }),
  examples: ["dejima tool trust", "dejima tool trust --team"],
  async run(context, options) {
    const { settings, runtime, output, interactive } = context;
    const folder = join((await settings()).home, "tools");
    const { ownTools: own } = await runtime();
    const found = (await own.folders()).find((one) => one.folder === folder);
    if (options.team && (found === undefined || found.files.length === 0)) {
      await own.share(undefined, { by: accountName() });
      output.data({ folder, files: [], shared: false }, () =>
        output.say("The team shares no tool files any more."),
      );
      return 0;
    }
    if (found === undefined)
      throw new DejimaError(
        "invalid_input",
        `Cannot trust "${folder}": it has no tool files. \`dejima tool new\` creates one`,
      );
    const files = found.files.map(({ file }) => file);
    const { content, difference } = await own.offer(folder);
    const text = describeFolder({ folder, changed: found.changed, difference }, output.say);
    if (!interactive && !found.trusted) output.note(text);
    const agreed =
      found.trusted ||
      options.yes ||
      (interactive &&
        (await confirm(context, output.say("Let them run inside Dejima, with your rights?"), text)));
    if (!agreed)
      throw new DejimaError(
        "approval_required",
        `Cannot trust "${folder}" unasked: its ${counted(files.length, "file")} would run inside Dejima with your rights. Read them, then pass --yes`,
        { folder, files, difference },
      );
    if (!found.trusted) await own.trust(folder, content);
    if (options.team) await own.share(folder, { by: accountName() });
    output.data({ folder, files, trusted: true }, () =>
      options.team
        ? output.say`The team runs the files of ${folder} at every machine: ${files.join(", ")}.`
        : output.say`The files in ${folder} are accepted: ${files.join(", ")}. After a change you are asked again.`,
    );
    return 0;
  },
});

const toolAddOpenapi = defineCommand({
  path: ["tool", "add-openapi"],
  summary: "Make tools of the operations that an OpenAPI document describes",
  input: z.object({
    name: z.string(),
    document: z.string(),
    baseUrl: value("address", "where the API is, when not where the document says"),
    header: values("pair", "sent with every request, NAME:VALUE"),
    query: values("pair", "added to every address, NAME=VALUE"),
    operation: values("id", "only these operations"),
    force: flag("replace the existing one"),
  }),
  arguments: ["name", "document"],
  examples: [
    "dejima tool add-openapi petstore ./petstore.yaml",
    "dejima tool add-openapi tickets https://example.com/openapi.json --header 'Authorization: Bearer ${TICKETS_TOKEN}'",
  ],
  async run(context, { name, document: location, ...options }) {
    const { withEntry, readConfigText, replaceConfig, runtimeOf, chosenConfigFile } = await configEditor();
    const { config } = await context.settings();
    if (Object.hasOwn(config.openapi, name) && options.force !== true)
      throw new DejimaError("conflict", `Cannot add "${name}": it already exists; --force replaces it`);
    const file = await chosenConfigFile(context);
    const remote = /^https?:/.test(location);
    const { ownTools: own } = await context.runtime();
    const { document, text } = await own.readApi(remote ? location : resolve(context.cwd, location));
    const storedAt = remote ? await keep(context, name, text) : resolve(context.cwd, location);
    const api = Object.fromEntries(
      Object.entries({
        document: relative(dirname(file), storedAt),
        baseUrl: options.baseUrl ?? absoluteServer(document.server, remote ? location : undefined),
        headers: readPairs(options.header, "--header", ":"),
        query: readPairs(options.query, "--query", "="),
        operations: options.operation,
      }).filter(([, value]) => value !== undefined),
    );
    const before = await readConfigText(context, file);
    await replaceConfig(context, file, withEntry(before, "openapi", name, api));
    await using runtime = await runtimeOf(context, file);
    const report = (await runtime.ownTools.apis()).find((one) => one.name === name);
    if (report?.problem !== undefined) {
      await replaceConfig(context, file, before);
      throw new DejimaError("invalid_input", report.problem);
    }
    const tools = report?.tools ?? [];
    context.output.data({ added: name, file, tools }, () =>
      [
        context.output.say`Added ${name} to ${file}: ${context.output.say.count(tools.length, "tool")}.`,
        ...tools.map((tool) => `  ${tool}`),
      ].join("\n"),
    );
    return 0;
  },
});

const toolRemoveOpenapi = defineCommand({
  path: ["tool", "remove-openapi"],
  summary: "Take an API out of the config, and its tools with it",
  input: z.object({
    name: z.string(),
  }),
  arguments: ["name"],
  examples: ["dejima tool remove-openapi petstore"],
  async run(context, { name }) {
    const { withoutEntry, readConfigText, replaceConfig, chosenConfigFile } = await configEditor();
    const file = await chosenConfigFile(context);
    const text = withoutEntry(await readConfigText(context, file), "openapi", name);
    if (text === undefined)
      throw new DejimaError("not_found", `Cannot remove "${name}": ${file} does not name this API`);
    await replaceConfig(context, file, text);
    context.output.data({ removed: name, file }, () => context.output.say`Removed ${name} from ${file}.`);
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [toolNew, toolTrust, toolAddOpenapi, toolRemoveOpenapi];

function template(name: string): string {
  return `import { defineTool } from "dejima";
import { z } from "zod";

export default defineTool({
  name: "${name}",
  summary: "Say in one line what ${name.slice(0, 30)} does",
  description: "Describe everything that a model needs to use it well, and what it returns.",
  category: "custom",
  risk: "low",
  input: z.object({ text: z.string().describe("What to work on") }),
  // What a call touches, so that rules and people can judge it: () => [{ kind: "file.read", target: path }]
  effects: () => [],
  // Where its output comes from and where its input can go: docs/flow.md
  flow: { sends: "nothing" },
  run: ({ text }) => ({ length: text.length }),
});
`;
}

function describeFolder(offer: { folder: string; changed: boolean; difference: string }, say: Say): string {
  const folder = visibleText(offer.folder);
  const title = offer.changed
    ? say`Tool files of ${folder} changed since you trusted them:`
    : say`Tool files of ${folder} are new to you:`;
  const lines = offer.difference.split("\n").map((line) => visibleText(line));
  return [title, ...lines].join("\n");
}

/** Stores a copy of a remote document, so that a later change of it changes no tool. */
async function keep({ settings, variables }: CommandContext, name: string, text: string): Promise<string> {
  const { home } = await settings();
  claimNewHome(home, variables);
  const folder = join(home, "openapi");
  await makeFolder(folder);
  const file = join(folder, `${name}.openapi`);
  await replaceUserFile(file, text);
  return file;
}

/** A server given only as a path is on the host of the document. */
function absoluteServer(server: string | undefined, location: string | undefined): string | undefined {
  if (location === undefined || (server !== undefined && /^https?:/i.test(server))) return undefined;
  return URL.parse(server ?? "/", location)?.href;
}
