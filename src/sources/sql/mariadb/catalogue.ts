import type { MariaSession } from "./mariadb-session.ts";

/** A table or a view of the database. */
export interface CatalogueObject {
  readonly name: string;
  readonly kind: "table" | "view";
  readonly engine: string;
  /** The approximate number of rows. */
  readonly rows: number;
  /** The query of a view. Empty if this role may not see it. */
  readonly definition: string;
}

/** A trigger of a table. */
export interface Trigger {
  readonly name: string;
  readonly table: string;
  readonly event: "insert" | "update" | "delete";
  /** Empty if this role may not see it. */
  readonly body: string;
}

/** A foreign key that changes rows of `child` when rows of `parent` change. */
interface ForeignKey {
  readonly schema: string;
  readonly child: string;
  readonly parent: string;
  readonly onDelete: string;
  readonly onUpdate: string;
}

/** The objects of a database, as far as its role can see them. */
export interface Catalogue {
  readonly schema: string;
  /** All databases of the server, in lower case. */
  readonly schemas: ReadonlySet<string>;
  /** Tables and views by lower-case name. A server may distinguish names by case. */
  readonly objects: ReadonlyMap<string, readonly CatalogueObject[]>;
  /** Names of user-defined functions and procedures, in lower case. */
  readonly routines: ReadonlySet<string>;
  readonly triggers: readonly Trigger[];
  readonly foreignKeys: readonly ForeignKey[];
}

const OBJECTS = `
SELECT t.TABLE_NAME AS name, t.TABLE_TYPE AS type, COALESCE(t.ENGINE, '') AS engine, COALESCE(t.TABLE_ROWS, 0) AS n, COALESCE(v.VIEW_DEFINITION, '') AS definition
FROM information_schema.TABLES t LEFT JOIN information_schema.VIEWS v ON v.TABLE_SCHEMA = t.TABLE_SCHEMA AND v.TABLE_NAME = t.TABLE_NAME
WHERE t.TABLE_SCHEMA = DATABASE()`;
const SCHEMAS = "SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA";
const ROUTINES = "SELECT DISTINCT ROUTINE_NAME AS name FROM information_schema.ROUTINES";
const TRIGGERS = `
SELECT TRIGGER_NAME AS name, EVENT_OBJECT_TABLE AS tbl, EVENT_MANIPULATION AS event, COALESCE(ACTION_STATEMENT, '') AS body
FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = DATABASE()`;
const FOREIGN_KEYS = `
SELECT CONSTRAINT_SCHEMA AS home, TABLE_NAME AS child, REFERENCED_TABLE_NAME AS parent, DELETE_RULE AS del, UPDATE_RULE AS upd
FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE UNIQUE_CONSTRAINT_SCHEMA = DATABASE()`;

/** Reads the catalogue of a database. */
export async function readCatalogue(session: MariaSession): Promise<Catalogue> {
  const rowsOf = async (sql: string) => (await session.query(sql)).rows;
  const objects = (await rowsOf(OBJECTS)).map(
    ({ name, type, engine, n, definition }): CatalogueObject => ({
      name: String(name),
      engine: String(engine),
      rows: Number(n),
      definition: String(definition),
      kind: /VIEW/.test(String(type)) ? "view" : "table",
    }),
  );
  const [current] = await rowsOf("SELECT DATABASE() AS name");
  return {
    schema: String(current?.name ?? ""),
    schemas: new Set((await rowsOf(SCHEMAS)).map(({ name }) => String(name).toLowerCase())),
    objects: Map.groupBy(objects, ({ name }) => name.toLowerCase()),
    routines: new Set((await rowsOf(ROUTINES)).map(({ name }) => String(name).toLowerCase())),
    triggers: (await rowsOf(TRIGGERS)).map(({ name, tbl, event, body }) => ({
      name: String(name),
      table: String(tbl),
      body: String(body),
      event: eventOf(String(event)),
    })),
    foreignKeys: (await rowsOf(FOREIGN_KEYS)).map(({ home, child, parent, del, upd }) => ({
      schema: String(home),
      child: String(child),
      parent: String(parent),
      onDelete: String(del),
      onUpdate: String(upd),
    })),
  };
}

function eventOf(event: string): Trigger["event"] {
  return event === "INSERT" ? "insert" : event === "UPDATE" ? "update" : "delete";
}

/** The object with exactly this name. */
export function objectNamed({ objects }: Catalogue, name: string): CatalogueObject | undefined {
  return objects.get(name.toLowerCase())?.find((one) => one.name === name);
}
