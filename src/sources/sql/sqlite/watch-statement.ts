import { constants, type DatabaseSync, type StatementSync } from "node:sqlite";
import type { ObjectAccess, Verb } from "../database.ts";

/** Why no rule can allow a statement. */
export class Refused extends Error {}

const READ_PRAGMAS = new Set(
  "table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list".split(" "),
);
const TABLE_FUNCTIONS = new Set([
  ...["json_each", "json_tree", "jsonb_each", "jsonb_tree", "generate_series"],
  ...[...READ_PRAGMAS].map((name) => `pragma_${name}`),
]);
const FORBIDDEN_FUNCTIONS = new Set(["load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"]);

/** Which argument of a schema action names the table. */
const SCHEMA_ACTIONS = new Map<number, 0 | 1>([
  [constants.SQLITE_CREATE_TABLE, 0],
  [constants.SQLITE_CREATE_VIEW, 0],
  [constants.SQLITE_CREATE_INDEX, 1],
  [constants.SQLITE_CREATE_TRIGGER, 1],
  [constants.SQLITE_DROP_TABLE, 0],
  [constants.SQLITE_DROP_VIEW, 0],
  [constants.SQLITE_DROP_INDEX, 1],
  [constants.SQLITE_DROP_TRIGGER, 1],
  [constants.SQLITE_DROP_VTABLE, 0],
  [constants.SQLITE_ALTER_TABLE, 1],
  [constants.SQLITE_REINDEX, 0],
  [constants.SQLITE_ANALYZE, 0],
]);

const WRITES = new Map<number, Verb>([
  [constants.SQLITE_INSERT, "insert"],
  [constants.SQLITE_UPDATE, "update"],
  [constants.SQLITE_DELETE, "delete"],
]);

interface Watcher {
  /** Prepares the first statement of a text. Throws `Refused` for a statement that no rule can allow. */
  prepare(sql: string): StatementSync;
  /** What the statement touches, including through views, triggers and foreign keys. */
  found(): ObjectAccess[];
  end(): void;
}

/** Watches what SQLite's own parser finds in a statement while it is prepared and run. */
export function watchStatement(database: DatabaseSync): Watcher {
  const listed = database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table','view')").all();
  const names = new Map(listed.map(({ name }) => [String(name).toLowerCase(), String(name)]));
  const modules = new Set(
    database
      .prepare("PRAGMA module_list")
      .all()
      .map(({ name }) => String(name).toLowerCase()),
  );
  const ownerOf = shadowOwners(database);
  const touches = new Map<string, ObjectAccess>();
  let [selects, changesSchema] = [false, false];
  let fault: string | undefined;
  const touch = (verb: Verb, name: string) => {
    const object = names.get(name.toLowerCase()) ?? name;
    touches.set(`${verb} ${object}`, { verb, object });
  };

  const schemaAction = (table: string): undefined => {
    changesSchema = true;
    touch("schema", table);
  };

  /** Records one action of a statement. Returns why it is refused, if it is. */
  function take(code: number, first: string, second: string, place: string | null): string | undefined {
    if (place === "temp") return "temporary tables do not outlive a call";
    const verb = WRITES.get(code);
    if (verb !== undefined) touch(verb, first);
    if (verb !== undefined) return undefined;
    const table = SCHEMA_ACTIONS.get(code);
    if (table !== undefined) return schemaAction(table === 0 ? first : second);
    switch (code) {
      case constants.SQLITE_SELECT:
      case constants.SQLITE_RECURSIVE:
        selects = true;
        return undefined;
      case constants.SQLITE_READ:
        if (names.has(first.toLowerCase()) || isInternal(first)) {
          touch("read", first);
          // The content of a virtual table is in tables beside it: a rule about the virtual table also applies to those.
          const owner = ownerOf(first);
          if (owner !== undefined) touch("read", owner);
        }
        // Any other name is that of a common table expression, or of a table being created.
        else if (modules.has(first.toLowerCase()) || /^pragma_/i.test(first))
          return TABLE_FUNCTIONS.has(first.toLowerCase())
            ? undefined
            : `"${first}" shows more than the tables of this database`;
        return undefined;
      case constants.SQLITE_FUNCTION:
        return FORBIDDEN_FUNCTIONS.has(second.toLowerCase())
          ? `the function ${second} reaches outside of the database`
          : undefined;
      case constants.SQLITE_PRAGMA:
        if (!READ_PRAGMAS.has(first.toLowerCase())) return `PRAGMA ${first} changes how the database works`;
        touch("read", "sqlite_schema");
        return undefined;
      case constants.SQLITE_CREATE_VTABLE:
        return second.toLowerCase() === "fts5"
          ? schemaAction(first)
          : `virtual tables of ${second} cannot be created`;
      case constants.SQLITE_TRANSACTION:
      case constants.SQLITE_SAVEPOINT:
        return "each call is one transaction; leave out BEGIN, COMMIT, ROLLBACK and SAVEPOINT";
      case constants.SQLITE_ATTACH:
      case constants.SQLITE_DETACH:
        return "ATTACH and DETACH reach another file";
      default:
        return "this kind of statement is not allowed";
    }
  }

  database.setAuthorizer((code, first, second, place) => {
    const refusal = take(code, first ?? "", second ?? "", place);
    if (refusal === undefined) return constants.SQLITE_OK;
    fault ??= refusal;
    return constants.SQLITE_DENY;
  });
  return {
    prepare(sql) {
      try {
        return database.prepare(sql);
      } catch (error) {
        throw fault === undefined ? error : new Refused(fault);
      }
    },
    found() {
      const found = [...touches.values()].filter(
        ({ verb, object }) => !changesSchema || verb === "schema" || !isInternal(object),
      );
      const own = found.find(({ verb, object }) => verb !== "read" && isInternal(object));
      if (own !== undefined) throw new Refused(`"${own.object}" belongs to SQLite itself`);
      if (found.length === 0 && !selects)
        throw new Refused("it rewrites the whole file, or does nothing that can be judged");
      return found;
    },
    end: () => database.setAuthorizer(null),
  };
}

/** Finds the virtual table whose content a table stores. */
function shadowOwners(database: DatabaseSync): (name: string) => string | undefined {
  const listed = database.prepare("PRAGMA table_list").all();
  const namesOf = (kind: string) =>
    listed.filter(({ type }) => type === kind).map(({ name }) => String(name));
  const shadows = new Set(namesOf("shadow").map((name) => name.toLowerCase()));
  const owners = namesOf("virtual").sort((one, other) => other.length - one.length);
  return (name) =>
    shadows.has(name.toLowerCase())
      ? owners.find((owner) => name.toLowerCase().startsWith(`${owner.toLowerCase()}_`))
      : undefined;
}

function isInternal(name: string): boolean {
  return /^sqlite_/i.test(name);
}
