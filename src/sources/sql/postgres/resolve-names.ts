import { type ObjectAccess, RefusedStatement, type Verb } from "../database.ts";
import { objectName, quoted } from "../object-name.ts";
import type { PostgresSession } from "./postgres-session.ts";
import type { ReadStatement, WrittenName } from "./read-statement.ts";
import { isSystem, refuseSystem } from "./system-tables.ts";

/** Volatile functions of PostgreSQL that change and reveal nothing. */
const HARMLESS = new Set(
  "random random_normal clock_timestamp timeofday gen_random_uuid uuidv4 uuidv7 pg_relation_size pg_total_relation_size pg_table_size pg_indexes_size pg_database_size".split(
    " ",
  ),
);
const SEQUENCES = new Set(["nextval", "setval", "currval", "lastval"]);
/** Functions that read any table by its name, or other sessions, although they count as stable. */
const PRYING =
  /_to_xml|^ts_stat$|^ts_rewrite$|^pg_stat_get_|^pg_show_|^pg_read|^pg_ls|^lo_|^dblink|^current_setting$|^pg_get_(?:wal|backend)/;
const RELATIONS = `
SELECT w.at, c.oid::int8 AS oid, n.nspname AS schema, c.relname AS name, c.relkind AS kind
FROM unnest($1::text[]) WITH ORDINALITY AS w(name, at)
JOIN pg_catalog.pg_class c ON c.oid = pg_catalog.to_regclass(w.name)
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace`;

/** Tables whose rows are read and changed together with those of a parent table. */
const CHILDREN = `
WITH RECURSIVE t(root, oid) AS (
  SELECT o, o FROM unnest($1::oid[]) AS o
  UNION
  SELECT t.root, i.inhrelid FROM t JOIN pg_catalog.pg_inherits i ON i.inhparent = t.oid)
SELECT t.root::int8 AS root, c.oid::int8 AS oid, n.nspname AS schema, c.relname AS name, c.relkind AS kind
FROM t JOIN pg_catalog.pg_class c ON c.oid = t.oid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE t.root <> t.oid AND c.relkind IN ('r', 'p', 'f')`;

/** Functions called by views and rules that may change something. */
const CALLED_BEHIND = `
SELECT DISTINCT n.nspname AS schema, p.proname AS name FROM pg_catalog.pg_rewrite r
JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_catalog.pg_proc'::regclass
JOIN pg_catalog.pg_proc p ON p.oid = d.refobjid JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
WHERE r.ev_class = ANY($1::oid[]) AND p.provolatile = 'v'`;

/** The relations behind views and rules. */
const BEHIND = `
WITH RECURSIVE v(root, oid, rule) AS (
  SELECT o, o, false FROM unnest($1::oid[]) AS o
  UNION
  SELECT v.root, d.refobjid, v.rule OR r.rulename <> '_RETURN' FROM v
  JOIN pg_catalog.pg_rewrite r ON r.ev_class = v.oid
  JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid
    AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid <> v.oid)
SELECT v.root::int8 AS root, v.rule, c.oid::int8 AS oid, n.nspname AS schema, c.relname AS name, c.relkind AS kind
FROM v JOIN pg_catalog.pg_class c ON c.oid = v.oid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE v.root <> v.oid`;

const FOREIGN_KEYS = `
SELECT k.confrelid::int8 AS parent, k.conrelid::int8 AS child, k.confdeltype AS "onDelete", k.confupdtype AS "onUpdate", n.nspname AS schema, c.relname AS name, c.relkind AS kind
FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE k.contype = 'f' AND (k.confdeltype IN ('c','n','d') OR k.confupdtype IN ('c','n','d'))`;

const TRIGGERS = `
SELECT t.tgrelid::int8 AS oid, t.tgtype AS type, n.nspname AS schema, p.proname AS name
FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND t.tgrelid = ANY($1::oid[])`;

const FUNCTIONS = `
SELECT DISTINCT w.at, n.nspname AS schema, p.proname AS name, p.provolatile AS volatility
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w(schema, name, at)
JOIN pg_catalog.pg_proc p ON p.proname = w.name
JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname = w.schema OR (w.schema IS NULL AND n.nspname = ANY(pg_catalog.current_schemas(true)))`;

const OPERATORS = `
SELECT DISTINCT n.nspname AS schema, o.oprname AS name FROM unnest($1::text[]) AS w(name)
JOIN pg_catalog.pg_operator o ON o.oprname = w.name JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace
WHERE n.nspname <> 'pg_catalog'`;

const ATTRIBUTES = `
SELECT DISTINCT n.nspname AS schema, p.proname AS name FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
JOIN pg_catalog.pg_type t ON t.oid = p.proargtypes[0] WHERE p.proname = ANY($1::text[]) AND p.pronargs = 1
  AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND t.typtype IN ('c', 'p')`;

interface Relation {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly verb: Verb;
  readonly kind: string;
}

/**
 * All objects that a statement touches, by the server's own names, including those behind views and through foreign keys and
 * triggers.
 */
export async function resolveNames(
  { tables, functions, operators, attributes }: ReadStatement,
  session: PostgresSession,
): Promise<ObjectAccess[]> {
  const { found, calls } = await relations(tables, session);
  const touches = [
    ...found.map(({ verb, schema, name }) => ({
      verb,
      object: objectName(schema, name),
      ...(verb === "call" ? { byTrigger: true } : {}),
    })),
    ...calls,
    ...(await functionCalls(functions, session)),
    ...(await operatorCalls(operators, session)),
    ...(await attributeCalls(attributes, session)),
  ];
  // The statement's own call of a function takes precedence over a trigger's.
  const unique = new Map(touches.map((touch) => [`${touch.verb} ${touch.object}`, touch]));
  return [...unique.values()];
}

async function relations(
  written: ReadStatement["tables"],
  session: PostgresSession,
): Promise<{
  readonly found: readonly (Omit<Relation, "oid" | "kind"> & { oid?: number })[];
  readonly calls: readonly ObjectAccess[];
}> {
  if (written.length === 0) return { found: [], calls: [] };
  const names = written.map(({ schema, name }) =>
    [schema, name]
      .filter((part) => part !== undefined)
      .map(quoted)
      .join("."),
  );
  const { rows } = await session.query(RELATIONS, [names]);
  const byPlace = new Map(rows.map((row) => [Number(row.at) - 1, row]));
  const direct = written.map(({ verb, schema, name }, at) => {
    const row = byPlace.get(at);
    return row === undefined ? { verb, schema: schema ?? "public", name } : { verb, ...relationOf(row) };
  });
  for (const { schema, name, verb } of direct) refuseSystem(schema, name, verb);
  const known = direct.filter((one): one is Relation => "oid" in one && !isSystem(one.schema));
  const behind = await session.query(BEHIND, [known.map(({ oid }) => oid)]);
  const further = behind.rows.flatMap((row): Relation[] => {
    const place = relationOf(row);
    if (isSystem(place.schema)) return [];
    return known
      .filter(({ oid }) => oid === Number(row.root))
      .flatMap(({ verb }) => verbsBehind(verb, row.rule === true).map((each) => ({ ...place, verb: each })));
  });
  const own = await withChildren([...known, ...further], session);
  const cascaded = await withChildren(await cascades(own, session), session);
  const touched = [...own, ...cascaded];
  for (const one of touched) refuseForeign(one);
  const called = await session.query(CALLED_BEHIND, [touched.map(({ oid }) => oid)]);
  return {
    found: [...direct, ...touched, ...(await triggers(touched, session))],
    calls: called.rows.map((row) => ({
      verb: "call",
      object: objectName(String(row.schema), String(row.name)),
    })),
  };
}

/** These tables and those whose rows belong to them. */
async function withChildren(touched: readonly Relation[], session: PostgresSession): Promise<Relation[]> {
  const parents = touched.filter(({ verb }) => verb !== "call");
  if (parents.length === 0) return [...touched];
  const { rows } = await session.query(CHILDREN, [parents.map(({ oid }) => oid)]);
  const children = rows.flatMap((row) =>
    parents
      .filter(({ oid }) => oid === Number(row.root))
      .map(({ verb }): Relation => ({ ...relationOf(row), verb })),
  );
  return [...touched, ...children];
}

function relationOf(row: Readonly<Record<string, unknown>>): Omit<Relation, "verb"> {
  return {
    oid: Number(row.oid),
    schema: String(row.schema),
    name: String(row.name),
    kind: String(row.kind),
  };
}

/**
 * Throws for changes of a foreign table. Its rows are elsewhere: they cannot be counted here, and a rollback may not reach them.
 */
function refuseForeign({ kind, verb, schema, name }: Relation): void {
  if (kind === "f" && verb !== "read")
    throw new RefusedStatement(
      `${objectName(schema, name)} is a foreign table, whose changes can be neither shown nor undone; change it in its own database`,
    );
}

/** A view passes its verb on. A rule may turn a change into any other. */
function verbsBehind(verb: Verb, byRule: boolean): Verb[] {
  if (verb === "read" || verb === "schema" || verb === "call") return ["read"];
  return byRule ? ["read", "insert", "update", "delete"] : ["read", verb];
}

/** Rows of other tables that foreign keys also delete or change. */
async function cascades(touched: readonly Relation[], session: PostgresSession): Promise<Relation[]> {
  if (!touched.some(({ verb }) => verb === "delete" || verb === "update")) return [];
  const { rows } = await session.query(FOREIGN_KEYS);
  const found = new Map<string, Relation>();
  const waiting = [...touched];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { oid, verb } = one;
    for (const row of rows.filter(({ parent }) => Number(parent) === oid)) {
      const action = verb === "delete" ? row.onDelete : verb === "update" ? row.onUpdate : "a";
      if (!/^[cnd]$/.test(String(action))) continue;
      const caused: Verb = verb === "delete" && action === "c" ? "delete" : "update";
      const child = { ...relationOf(row), oid: Number(row.child), verb: caused };
      if (found.has(`${caused} ${child.oid}`)) continue;
      found.set(`${caused} ${child.oid}`, child);
      waiting.push(child);
    }
  }
  return [...found.values()];
}

/** Bits of `tgtype`. */
const FIRED_BY: Readonly<Partial<Record<Verb, number>>> = { insert: 4, delete: 8, update: 16 };

async function triggers(touched: readonly Relation[], session: PostgresSession): Promise<Relation[]> {
  const written = touched.filter(({ verb }) => FIRED_BY[verb] !== undefined);
  if (written.length === 0) return [];
  const { rows } = await session.query(TRIGGERS, [written.map(({ oid }) => oid)]);
  return rows.flatMap((row) =>
    written.some(
      ({ oid, verb }) => oid === Number(row.oid) && (Number(row.type) & (FIRED_BY[verb] ?? 0)) !== 0,
    )
      ? [{ ...relationOf(row), verb: "call" as const }]
      : [],
  );
}

async function functionCalls(
  written: readonly WrittenName[],
  session: PostgresSession,
): Promise<ObjectAccess[]> {
  if (written.length === 0) return [];
  const { rows } = await session.query(FUNCTIONS, [
    written.map(({ schema }) => schema ?? null),
    written.map(({ name }) => name),
  ]);
  return rows.flatMap((row): ObjectAccess[] => {
    const [schema, name] = [String(row.schema), String(row.name)];
    if (schema !== "pg_catalog") return [{ verb: "call", object: objectName(schema, name) }];
    if (SEQUENCES.has(name)) return [{ verb: "call", object: name }];
    if (PRYING.test(name) || (row.volatility === "v" && !HARMLESS.has(name)))
      throw new RefusedStatement(`the function ${name} reaches beyond the tables of this database`);
    return [];
  });
}

async function operatorCalls(
  written: readonly WrittenName[],
  session: PostgresSession,
): Promise<ObjectAccess[]> {
  if (written.length === 0) return [];
  const { rows } = await session.query(OPERATORS, [[...new Set(written.map(({ name }) => name))]]);
  return rows.map((row) => ({
    verb: "call",
    object: objectName(String(row.schema), `operator ${row.name}`),
  }));
}

/** `orders.total` is a column, or a call of a function `total` with the row. */
async function attributeCalls(names: readonly string[], session: PostgresSession): Promise<ObjectAccess[]> {
  if (names.length === 0) return [];
  const { rows } = await session.query(ATTRIBUTES, [[...new Set(names)]]);
  return rows.map((row) => ({ verb: "call", object: objectName(String(row.schema), String(row.name)) }));
}
