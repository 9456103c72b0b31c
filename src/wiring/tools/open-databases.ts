import {
  entryOf,
  withEntry,
  withEntrySettings,
  withoutEntry,
  withRule,
} from "../../config/edit/edit-servers.ts";
import type { Config } from "../../config/schema/config-schema.ts";
import { databaseName, databases as section } from "../../config/schema/database-section.ts";
import type {
  DatabaseChange,
  DatabaseInfo,
  DatabaseService,
  DatabaseView,
  NewDatabase,
  TableShape,
} from "../../contract/data/database.ts";
import { DejimaError } from "../../contract/error.ts";
import { unknownDatabase } from "../../sources/sql/databases.ts";
import { secretReference } from "../../support/config-references.ts";
import { defined } from "../../support/defined.ts";
import type { Vault } from "../../vault/vault.ts";
import type { ConfigWriter } from "../settings/config-writer.ts";

type Settings = Config["databases"][string];

interface DatabaseParts {
  readonly variables: Readonly<Record<string, string | undefined>>;
  config(): Config;
  info(name: string, settings: Settings): DatabaseInfo;
  /** Opens a database of the config and lists its tables. */
  tables(name: string): Promise<readonly TableShape[]>;
  /** Opens a database that is not in the config, lists its tables and closes it. */
  tablesOf(name: string, settings: Settings): Promise<readonly TableShape[]>;
  verdicts(
    info: DatabaseInfo,
    tables: readonly TableShape[],
  ): Promise<Pick<DatabaseView, "reading" | "changing" | "tables" | "rules">>;
  /** Opens the databases again after a password changed. */
  reopen(): Promise<void>;
  writer(): Promise<ConfigWriter>;
  vault(): Promise<Vault>;
}

/** A removed database with its settings, so that it can be restored. */
interface Removed {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly rules: readonly string[];
  readonly password?: string | undefined;
}

const SUBJECT = "the databases";

/** Opens the databases of the config for doors. */
export function openDatabases(parts: DatabaseParts): DatabaseService {
  const removed = new Map<string, Removed>();

  /** The settings for a new database, checked, with its password filled in. */
  function settingsOf({ name, url, password, trusted, readOnly }: NewDatabase): Settings {
    const unfit = databaseName.safeParse(name).error?.issues[0];
    if (unfit !== undefined)
      throw new DejimaError(
        "invalid_input",
        `Cannot call a database "${name.slice(0, 100)}": its name ${unfit.message}`,
      );
    if ((URL.parse(url)?.password ?? "") !== "")
      throw new DejimaError(
        "invalid_input",
        `Cannot add "${name}": its address contains a password. Leave it out there; it is kept with the secrets`,
      );
    if (url.includes("${"))
      throw new DejimaError(
        "invalid_input",
        `Cannot add "${name}": its address names a variable or a secret. Write the address itself; only the password may come from one`,
      );
    const parsed = section.safeParse({
      [name]: {
        url,
        ...defined({ trusted, readOnly, password: passwordOf(name, password, parts.variables) }),
      },
    });
    const settings = parsed.data?.[name];
    if (settings !== undefined) return settings;
    throw new DejimaError(
      "invalid_input",
      `Cannot add "${name}": its address ${parsed.error?.issues[0]?.message ?? "cannot be read"}`,
    );
  }

  async function keepPassword(name: string, value: string, by: string): Promise<void> {
    const vault = await parts.vault();
    const secret = secretOf(name);
    const stored = (await vault.list()).find((one) => one.name === secret);
    if (stored !== undefined && !stored.binding.tools.includes(userOf(name)))
      throw new DejimaError(
        "conflict",
        `Cannot keep the password of "${name}": a secret ${secret} already exists for another purpose. Rename one of them`,
      );
    const binding = {
      hosts: [],
      paths: ["/**"],
      methods: ["*"],
      tools: [userOf(name)],
      places: ["header" as const],
    };
    await vault.set(secret, { source: "stored", value, binding }, { by });
  }

  async function forgetPassword(name: string, by: string): Promise<string | undefined> {
    const vault = await parts.vault();
    const secret = secretOf(name);
    const stored = (await vault.list()).find((one) => one.name === secret);
    if (stored === undefined || !stored.binding.tools.includes(userOf(name))) return undefined;
    const value = await vault.reveal(secret, { user: userOf(name) }).catch(() => undefined);
    await vault.remove(secret, { by });
    return value;
  }

  function known(name: string): Settings {
    const { databases } = parts.config();
    const database = Object.hasOwn(databases, name) ? databases[name] : undefined;
    if (database !== undefined) return database;
    throw unknownDatabase(name, Object.keys(databases));
  }

  async function describe(name: string): Promise<DatabaseView> {
    const info = parts.info(name, known(name));
    return { ...info, ...(await parts.verdicts(info, await parts.tables(name))) };
  }

  /** Writes an entry with its rules. If the config cannot be written, the password is not stored either. */
  async function put(
    name: string,
    { entry, rules, password }: Removed,
    by: string,
  ): Promise<{ readonly file: string }> {
    if (password !== undefined) await keepPassword(name, password, by);
    try {
      const writer = await parts.writer();
      const { file } = await writer.change(
        SUBJECT,
        (text) => withRules(withEntry(text, "databases", name, entry), rules, "safe"),
        { by },
      );
      removed.delete(name);
      return { file };
    } catch (error) {
      if (password !== undefined) await forgetPassword(name, by);
      throw error;
    }
  }

  return {
    list: async () =>
      Object.entries(parts.config().databases).map(([name, settings]) => parts.info(name, settings)),
    check: async (name) => ({ name, tables: (await parts.tables(name)).length }),
    look: describe,
    tryOut: async (database) => ({
      tables: (await parts.tablesOf(database.name, settingsOf(database))).length,
    }),
    async add(database, { by, replace = false }) {
      const { name, url, password, allowReading, trusted, readOnly } = database;
      const settings = settingsOf(database);
      if (!replace && Object.hasOwn(parts.config().databases, name))
        throw new DejimaError(
          "conflict",
          `Cannot add "${name}": a database of this name already exists. Remove it first, or choose another name`,
        );
      const tables = await parts.tablesOf(name, settings);
      const entry = {
        url,
        ...(password === undefined ? {} : { password: referenceOf(name, password) }),
        ...(trusted === true ? { trusted } : {}),
        ...(readOnly === true ? { readOnly } : {}),
      };
      const rules = allowReading === true ? readingRules(name) : [];
      const value = password !== undefined && "value" in password ? password.value : undefined;
      return { ...(await put(name, { entry, rules, password: value }, by)), tables: tables.length };
    },
    async change(name, change, { by }) {
      const before = known(name);
      const { password, allowReading } = change;
      if (password !== undefined) await tryPassword(name, before, password);
      if (password !== undefined && "value" in password) await keepPassword(name, password.value, by);
      const writer = await parts.writer();
      const { file } = await writer.change(
        SUBJECT,
        (text) => {
          const next = withEntrySettings(text, "databases", name, {
            ...switches(change),
            ...(password === undefined ? {} : { password: referenceOf(name, password) }),
          });
          if (next === undefined) throw notNamed(name);
          return allowReading === undefined
            ? next
            : withRules(next, readingRules(name), allowReading ? "safe" : undefined);
        },
        { by },
      );
      if (password !== undefined) await parts.reopen();
      return { file };
    },
    async remove(name, { by }) {
      known(name);
      const writer = await parts.writer();
      const entry = entryOf((await writer.read(SUBJECT)).text, "databases", name);
      if (entry === undefined) throw notNamed(name);
      // A later database of the same name must not inherit the rules made for this one.
      const rules = parts.config().permissions.safe.filter((rule) => isAbout(rule, name));
      const { file } = await writer.change(
        SUBJECT,
        (text) => withRules(withoutEntry(text, "databases", name) ?? text, rules, undefined),
        { by },
      );
      removed.set(name, { entry, rules, password: await forgetPassword(name, by) });
      return { file };
    },
    async restore(name, { by }) {
      const former = removed.get(name);
      if (former === undefined)
        throw new DejimaError(
          "not_found",
          `Cannot undo the removal of "${name.slice(0, 100)}": it was not removed here since the start. Add it again`,
        );
      if (Object.hasOwn(parts.config().databases, name))
        throw new DejimaError("conflict", `Cannot undo the removal of "${name}": the name is used again`);
      return put(name, former, by);
    },
  };

  async function tryPassword(
    name: string,
    before: Settings,
    password: NonNullable<DatabaseChange["password"]>,
  ) {
    const value = passwordOf(name, password, parts.variables);
    await parts.tablesOf(name, { ...before, ...defined({ password: value }) });
  }
}

/** The boolean settings. One that is off is not written. */
function switches({ readOnly, trusted }: DatabaseChange): Record<string, true | undefined> {
  return {
    ...(readOnly === undefined ? {} : { readOnly: readOnly || undefined }),
    ...(trusted === undefined ? {} : { trusted: trusted || undefined }),
  };
}

/** The vault user that the password of a database is bound to. */
function userOf(name: string): string {
  return `sql:${name}`;
}

function secretOf(name: string): string {
  return `DATABASE_${name.toUpperCase()}_PASSWORD`;
}

/** The reference to a password, as the config spells it. */
function referenceOf(name: string, password: NonNullable<NewDatabase["password"]>): string {
  return "variable" in password ? `\${${password.variable}}` : secretReference(secretOf(name));
}

function passwordOf(
  name: string,
  password: NewDatabase["password"],
  variables: DatabaseParts["variables"],
): string | undefined {
  if (password === undefined || "value" in password) return password?.value;
  const value = Object.hasOwn(variables, password.variable) ? variables[password.variable] : undefined;
  if (value !== undefined) return value;
  throw new DejimaError(
    "invalid_input",
    `Cannot add "${name}": the environment variable ${password.variable} is not set. Set it to the password, also for \`dejima serve\``,
  );
}

/** The rules that allow reading a database: itself, and each of its tables. */
function readingRules(name: string): string[] {
  return [`db.read(${name})`, `db.read(${name}.*)`];
}

/** Whether a rule names this database or its tables. */
function isAbout(rule: string, name: string): boolean {
  const [, argument] = /^(?:db\.[a-z]+|sql_[a-z]+)\(([^.\s)]*)[.\s)]/.exec(rule) ?? [];
  return argument === name;
}

function withRules(text: string, rules: readonly string[], list: "safe" | undefined): string {
  return rules.reduce((edited, rule) => withRule(edited, rule, list), text);
}

function notNamed(name: string): DejimaError {
  return new DejimaError(
    "not_found",
    `Cannot change "${name}": your config does not name this database; another config does`,
  );
}
