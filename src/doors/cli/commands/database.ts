import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { z } from "zod";
import { databaseName } from "../../../config/database-section.ts";
import { DejimaError } from "../../../contract/error.ts";
import { counted } from "../../../support/counted.ts";
import { configEditor } from "../config-editor.ts";
import { defineCommand } from "../define-command.ts";
import { flag, value } from "../fields.ts";

const add = defineCommand({
  path: ["database", "add"],
  group: "Databases for the sql tools",
  summary: "Let the agent use a database: an SQLite file, or a PostgreSQL address",
  input: z.object({
    name: z.string(),
    place: z.string(),
    passwordFrom: value("variable", "the environment variable that holds the password"),
    allowReading: flag("let sql_query and sql_schema read it without a question"),
    trusted: flag("its rows are your own words: reading them does not mark a run"),
    force: flag("replace the one that is there"),
  }),
  arguments: ["name", "place"],
  examples: [
    "dejima database add shop ./shop.db",
    "dejima database add shop postgres://reader@db.example.com/shop --password-from SHOP_PASSWORD",
  ],
  async run(context, { name, place, passwordFrom, allowReading, trusted, force }) {
    const { withEntry, withRule, readServers, replaceConfig, serverFile, writeServers } =
      await configEditor();
    const { config, base } = await context.settings();
    if (Object.hasOwn(config.databases, name) && force !== true)
      throw new DejimaError("conflict", `Cannot add "${name}": it already exists; --force replaces it`);
    const unfit = databaseName.safeParse(name).error?.issues[0];
    if (unfit !== undefined)
      throw new DejimaError("invalid_input", `Cannot call a database "${name}": its name ${unfit.message}`);
    if (passwordFrom !== undefined && context.variables[passwordFrom] === undefined)
      throw new DejimaError(
        "invalid_input",
        `Cannot add "${name}": the environment variable ${passwordFrom} is not set. Set it to the password, also for \`dejima serve\``,
      );
    const url = urlOf(place, { cwd: context.cwd, workspace: resolve(base, config.workspace) });
    const file = await serverFile(context);
    const before = await readServers(file);
    const entry = {
      url,
      ...(passwordFrom === undefined ? {} : { password: `\${${passwordFrom}}` }),
      ...(trusted === true ? { trusted: true } : {}),
    };
    const added = withEntry(before, "databases", name, entry);
    const rules = allowReading === true ? readingRules(name) : [];
    const text = rules.reduce((held, rule) => withRule(held, rule, "safe"), added);
    const runtime = await writeServers(context, file, text);
    try {
      const { tables } = await runtime.databases.check(name);
      context.output.data({ added: name, file, tables }, () =>
        [
          `Added ${name} to ${file}: ${counted(tables, "table")}.`,
          allowReading === true
            ? "The agent may read it without a question."
            : "Reading it is asked about. To read without a question, add it with --allow-reading.",
          "Changing it is turned off unless a rule says otherwise. To be asked about each change: dejima policy ask databases",
        ].join("\n"),
      );
    } catch (error) {
      await replaceConfig(context, file, before);
      throw error;
    } finally {
      await runtime.close();
    }
    return 0;
  },
});

/** The rules that let a database be read: itself, and each of its tables. */
function readingRules(name: string): string[] {
  return [`db.read(${name})`, `db.read(${name}.*)`];
}

/** The address as the config holds it. A password never comes from the command line. */
function urlOf(place: string, { cwd, workspace }: { cwd: string; workspace: string }): string {
  if (/^postgres(?:ql)?:/i.test(place)) {
    const address = URL.parse(place);
    if (address === null) throw new DejimaError("invalid_input", `Cannot read the address "${place}"`);
    if (address.password !== "")
      throw new DejimaError(
        "invalid_input",
        "Cannot take a password from the command line, where others can see it. Put it in an environment variable and name that: --password-from SHOP_PASSWORD",
      );
    return place;
  }
  const [, scheme = ""] = /^([a-z][a-z0-9+]*):\/\//i.exec(place) ?? [];
  if (scheme !== "" && scheme !== "sqlite")
    throw new DejimaError(
      "invalid_input",
      `Cannot add "${withoutLogin(place)}": Dejima speaks SQLite (a file) and PostgreSQL (postgres://…), not ${scheme}`,
    );
  const path = resolve(cwd, place.replace(/^sqlite:/, ""));
  if (!existsSync(path)) throw new DejimaError("not_found", `Cannot add "${path}": file not found`);
  return `sqlite:${relative(workspace, path)}`;
}

/** An address without the name and the password in it. */
function withoutLogin(address: string): string {
  const [start, end] = [address.indexOf("//"), address.lastIndexOf("@")];
  return start === -1 || end < start ? address : `${address.slice(0, start)}//…${address.slice(end)}`;
}

const list = defineCommand({
  path: ["database", "list"],
  summary: "List the databases of the config",
  input: z.object({}),
  examples: ["dejima database list"],
  async run({ runtime, output }) {
    const found = await (await runtime()).databases.list();
    output.data(found, () =>
      found.length === 0
        ? "No databases. Add one: dejima database add NAME FILE-OR-ADDRESS"
        : found.map(({ name, kind, place }) => `${name}  ${kind}  ${place}`).join("\n"),
    );
    return 0;
  },
});

const remove = defineCommand({
  path: ["database", "remove"],
  summary: "Take a database out of the config; the database itself stays",
  input: z.object({ name: z.string() }),
  arguments: ["name"],
  examples: ["dejima database remove shop"],
  async run(context, { name }) {
    const { withoutEntry, withRule, readServers, replaceConfig, serverFile } = await configEditor();
    const file = await serverFile(context);
    const text = withoutEntry(await readServers(file), "databases", name);
    if (text === undefined)
      throw new DejimaError("not_found", `Cannot remove "${name}": ${file} does not name this database`);
    // Another database of this name must not be readable by a rule that was given for this one.
    const rest = readingRules(name).reduce((held, rule) => withRule(held, rule, undefined), text);
    await replaceConfig(context, file, rest);
    context.output.data({ removed: name, file }, () => `Removed ${name} from ${file}.`);
    return 0;
  },
});

const check = defineCommand({
  path: ["database", "check"],
  summary: "Open a database and say whether it answers",
  input: z.object({ name: z.string() }),
  arguments: ["name"],
  examples: ["dejima database check shop"],
  async run({ runtime, output }, { name }) {
    const found = await (await runtime()).databases.check(name);
    output.data(found, () => `${name} answers: ${counted(found.tables, "table")}.`);
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [add, list, remove, check];
