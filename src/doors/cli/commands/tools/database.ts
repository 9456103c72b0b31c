import { existsSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { defineCommand } from "../../define-command.ts";
import { flag, value } from "../../input/fields.ts";
import { enteredValue } from "./secret.ts";

const BY = { by: "local" };

const add = defineCommand({
  path: ["database", "add"],
  group: "Databases for the sql tools",
  summary: "Let the agent use a database: an SQLite file, or the address of a PostgreSQL or MariaDB server",
  input: z.object({
    name: z.string(),
    place: z.string(),
    passwordFrom: value("variable", "the environment variable with the password"),
    askPassword: flag("ask for the password, or read it from standard input, and keep it with the secrets"),
    allowReading: flag("let sql_query and sql_schema read it without a question"),
    readOnly: flag("make it read-only, even if a rule allows changes"),
    trusted: flag("you wrote its rows yourself: they do not count as content from outside"),
    force: flag("replace the existing one"),
  }),
  arguments: ["name", "place"],
  examples: [
    "dejima database add shop ./shop.db",
    "dejima database add shop postgres://reader@db.example.com/shop --ask-password",
    "dejima database add shop mariadb://reader@db.example.com/shop --ask-password",
  ],
  async run(context, { name, place, passwordFrom, askPassword, force, ...chosen }) {
    const { config, base } = await context.settings();
    if (Object.hasOwn(config.databases, name) && force !== true)
      throw new DejimaError("conflict", `Cannot add "${name}": it already exists; --force replaces it`);
    const url = urlOf(place, { cwd: context.cwd, workspace: resolve(base, config.workspace) });
    const entered = askPassword === true ? { value: await enteredValue(context, "the password") } : undefined;
    const password = passwordFrom === undefined ? entered : { variable: passwordFrom };
    const { databases } = await context.runtime();
    const { file, tables } = await databases.add(
      { name, url, password, ...chosen },
      { ...BY, replace: force === true },
    );
    context.output.data({ added: name, file, tables }, () =>
      [
        context.output.say`Added ${name} to ${file}: ${context.output.say.count(tables, "table")}.`,
        chosen.allowReading === true
          ? context.output.say("The agent may read it without a question.")
          : context.output
              .say`Reading it is asked about. To read without a question: dejima database change ${name} --allow-reading`,
        chosen.readOnly === true
          ? context.output.say("The agent never changes it.")
          : context.output.say(
              "Changing it is turned off unless a rule says otherwise. To be asked about each change: dejima policy ask databases",
            ),
      ].join("\n"),
    );
    return 0;
  },
});

/** The address as the config stores it. A password never comes from the command line. */
function urlOf(place: string, { cwd, workspace }: { cwd: string; workspace: string }): string {
  if (/^(?:postgres(?:ql)?|mysql|mariadb):/i.test(place)) {
    const address = URL.parse(place);
    if (address === null) throw new DejimaError("invalid_input", `Cannot read the address "${place}"`);
    if (address.password !== "")
      throw new DejimaError(
        "invalid_input",
        "Cannot take a password from the command line, where others can see it. Enter it with --ask-password, or name the environment variable with it: --password-from SHOP_PASSWORD",
      );
    return place;
  }
  const [, scheme = ""] = /^([a-z][a-z0-9+]*):\/\//i.exec(place) ?? [];
  if (scheme !== "" && scheme !== "sqlite")
    throw new DejimaError(
      "invalid_input",
      `Cannot add "${withoutLogin(place)}": Dejima speaks SQLite (a file), PostgreSQL (postgres://…) and MariaDB or MySQL (mariadb://…, mysql://…), not ${scheme}`,
    );
  const path = resolve(cwd, place.replace(/^sqlite:/, ""));
  const why = !existsSync(path)
    ? "file not found"
    : statSync(path).isDirectory()
      ? "it is a folder"
      : undefined;
  if (why !== undefined)
    throw new DejimaError(
      "not_found",
      `Cannot add "${path}": ${why}. Give the path of an SQLite file, or an address such as postgres://reader@db.example.com/shop`,
    );
  return `sqlite:${relative(workspace, path)}`;
}

/** An address without the user name and password in it. */
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
        ? output.say("No databases. Add one: dejima database add NAME FILE-OR-ADDRESS")
        : found
            .map(
              (one) =>
                `${one.name}  ${one.kind}  ${one.place}${one.readOnly ? `  ${output.say("read-only")}` : ""}`,
            )
            .join("\n"),
    );
    return 0;
  },
});

const show = defineCommand({
  path: ["database", "show"],
  summary: "Open a database: its tables and columns, and the rules about each",
  input: z.object({ name: z.string() }),
  arguments: ["name"],
  examples: ["dejima database show shop"],
  async run({ runtime, output }, { name }) {
    const found = await (await runtime()).databases.look(name);
    output.data(found, () =>
      [
        `${found.name}  ${found.kind}  ${found.place}${found.readOnly ? `  ${output.say("read-only")}` : ""}`,
        output.table([
          output.headings("TABLE", "READING", "CHANGING", "COLUMNS"),
          ...found.tables.map((one) => [
            output.shown(one.table),
            output.say.value(one.reading),
            output.say.value(one.changing),
            output.shown(one.columns.join(", ")),
          ]),
        ]),
        ...(found.rules.length === 0
          ? [output.say("No rule is about it: reading is asked about, changing is off.")]
          : [
              output.say("Rules:"),
              ...found.rules.map(({ rule, verdict }) => `  ${output.say.value(verdict)}  ${rule}`),
            ]),
      ].join("\n"),
    );
    return 0;
  },
});

const change = defineCommand({
  path: ["database", "change"],
  summary: "Change how a database may be used, or its password",
  input: z.object({
    name: z.string(),
    readOnly: flag("make it read-only, even if a rule allows changes"),
    writable: flag("let the rules decide about changes again"),
    allowReading: flag("let it be read without a question"),
    askReading: flag("ask before it is read"),
    askPassword: flag("ask for a new password, or read it from standard input"),
  }),
  arguments: ["name"],
  examples: ["dejima database change shop --read-only", "dejima database change shop --ask-password"],
  async run(context, { name, readOnly, writable, allowReading, askReading, askPassword }) {
    const wanted = {
      ...(readOnly || writable ? { readOnly } : {}),
      ...(allowReading || askReading ? { allowReading } : {}),
    };
    if ((readOnly && writable) || (allowReading && askReading))
      throw new DejimaError(
        "invalid_input",
        `Cannot change "${name}": give either --read-only or --writable, and either --allow-reading or --ask-reading`,
      );
    if (Object.keys(wanted).length === 0 && !askPassword)
      throw new DejimaError(
        "invalid_input",
        `Nothing to change for "${name}": give --read-only, --writable, --allow-reading, --ask-reading or --ask-password`,
      );
    const words = [
      ...(readOnly
        ? [context.output.say("the agent never changes it")]
        : writable
          ? [context.output.say("the rules decide about changes")]
          : []),
      ...(allowReading
        ? [context.output.say("it is read without a question")]
        : askReading
          ? [context.output.say("reading it is asked about")]
          : []),
      ...(askPassword ? [context.output.say("new password")] : []),
    ];
    const { databases } = await context.runtime();
    const password = askPassword ? { password: { value: await enteredValue(context, "the password") } } : {};
    const { file } = await databases.change(name, { ...wanted, ...password }, BY);
    context.output.data(
      { changed: name, file },
      () => context.output.say`Changed ${name} in ${file}: ${words.join("; ")}.`,
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
  async run({ runtime, output }, { name }) {
    const { file } = await (await runtime()).databases.remove(name, BY);
    output.data({ removed: name, file }, () => output.say`Removed ${name} from ${file}.`);
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
    output.data(found, () => output.say`${name} answers: ${output.say.count(found.tables, "table")}.`);
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [add, list, show, change, remove, check];
