import { RefusedStatement, type Verb } from "../database.ts";

/** A name in a statement. Without a schema the search path decides. */
export interface WrittenName {
  readonly schema?: string | undefined;
  readonly name: string;
}

/** The content of one statement, before names are looked up. */
export interface ReadStatement {
  readonly tables: readonly (WrittenName & { readonly verb: Verb })[];
  readonly functions: readonly WrittenName[];
  readonly operators: readonly WrittenName[];
  /** Names after a dot, which are columns or functions of a row. */
  readonly attributes: readonly string[];
  /** Whether it returns rows that a cursor can page through. */
  readonly pages: boolean;
}

/** The node names of statements. */
const STATEMENT = /^[A-Z]\w*Stmt$/;

type Node = Readonly<Record<string, unknown>>;

const CHANGES: Readonly<Record<string, Verb>> = {
  InsertStmt: "insert",
  UpdateStmt: "update",
  DeleteStmt: "delete",
};

/** Statements that change definitions. All unlisted ones are refused. */
const SCHEMA = new Set([
  "CreateStmt",
  "AlterTableStmt",
  "IndexStmt",
  "RenameStmt",
  "ViewStmt",
  "CreateTableAsStmt",
]);

const DROPPED = new Set(["OBJECT_TABLE", "OBJECT_VIEW", "OBJECT_INDEX", "OBJECT_SEQUENCE", "OBJECT_MATVIEW"]);

const WHY: Readonly<Record<string, string>> = {
  CopyStmt: "COPY reads and writes files and starts programs; use SELECT or INSERT",
  DoStmt: "DO runs code that cannot be judged",
  CallStmt: "a procedure runs code that cannot be judged",
  TransactionStmt: "each call is one transaction; leave out BEGIN, COMMIT, ROLLBACK and SAVEPOINT",
  VariableSetStmt: "SET changes the identity and the rights of the session",
  TruncateStmt: "TRUNCATE cannot be shown or undone; use DELETE",
};

/** Reads the parse tree of one statement. Throws for a statement that no rule can allow. */
export function readStatement(stmt: Node): ReadStatement {
  const tables: (WrittenName & { verb: Verb })[] = [];
  const functions: WrittenName[] = [];
  const operators: WrittenName[] = [];
  const attributes: string[] = [];
  walk(stmt, new Set());
  const pages = "SelectStmt" in stmt && tables.every(({ verb }) => verb === "read");
  return { tables, functions, operators, attributes, pages };

  function walk(node: unknown, known: ReadonlySet<string>): void {
    if (Array.isArray(node)) for (const one of node) walk(one, known);
    if (!isNode(node)) return;
    const inner = takeWith(node, known);
    for (const [key, value] of Object.entries(node)) {
      if (key === "withClause") continue;
      if (STATEMENT.test(key) && isNode(value)) {
        statement(key, value, inner);
        continue;
      }
      if (value === "DROP_CASCADE") throw new RefusedStatement("CASCADE drops more than can be judged");
      if (key === "intoClause") {
        table(asNode(asNode(value).rel), "schema", inner);
        continue;
      }
      if (/^(?:useOp|operName)$/.test(key) && Array.isArray(value)) operators.push(nameOf(value));
      if ((key === "fields" || key === "indirection") && Array.isArray(value))
        attributes.push(...namesIn(value));
      if (key === "FuncCall" && isNode(value)) functions.push(nameOf(value.funcname));
      else if (key === "A_Expr" && isNode(value) && Array.isArray(value.name))
        operators.push(nameOf(value.name));
      else if (key === "lockingClause")
        throw new RefusedStatement("FOR UPDATE and FOR SHARE lock rows; leave them out");
      if (isNode(value) && typeof value.relname === "string") table(value, "read", inner);
      else walk(value, inner);
    }
  }

  /** Names of common table expressions, which hide tables below their statement. */
  function takeWith(node: Node, known: ReadonlySet<string>): ReadonlySet<string> {
    const clause = asNode(node.withClause);
    const named = new Set(known);
    if (!Array.isArray(clause.ctes)) return named;
    const entries = clause.ctes.map((one) => asNode(asNode(one).CommonTableExpr));
    if (clause.recursive === true) for (const { ctename } of entries) named.add(String(ctename));
    for (const { ctename, ctequery, ...rest } of entries) {
      walk(ctequery, new Set(named));
      walk(rest, new Set(named));
      named.add(String(ctename));
    }
    return named;
  }

  function table(value: Node, verb: Verb, known: ReadonlySet<string>): void {
    const schema = typeof value.schemaname === "string" ? value.schemaname : undefined;
    const name = String(value.relname);
    if (value.relpersistence === "t") throw new RefusedStatement("temporary tables do not outlive a call");
    if (value.catalogname !== undefined) throw new RefusedStatement("another database cannot be named");
    if (verb === "read" && schema === undefined && known.has(name)) return;
    tables.push({ verb, schema, name });
  }

  function statement(type: string, value: Node, known: ReadonlySet<string>): void {
    const scope = takeWith(value, known);
    const { withClause: _taken, relation, ...rest } = value;
    const verb = CHANGES[type];
    if (verb !== undefined) {
      table(asNode(relation), verb, scope);
      if (asNode(rest.onConflictClause).action === "ONCONFLICT_UPDATE")
        table(asNode(relation), "update", scope);
      if (rest.returningClause !== undefined) table(asNode(relation), "read", new Set());
    } else if (type === "MergeStmt") merge(asNode(relation), rest, scope);
    else if (type === "ExplainStmt") explain(rest);
    else if (SCHEMA.has(type)) {
      schemaTarget(type, { relation, ...rest }, scope);
      const { into: _made, view: _named, ...others } = rest;
      walk(others, scope);
      return;
    } else if (type === "DropStmt") drop(rest);
    else if (type !== "SelectStmt")
      throw new RefusedStatement(
        WHY[type] ?? `${statementName(type)} is not among the statements that can be judged`,
      );
    walk(rest, scope);
  }

  function merge(relation: Node, rest: Node, scope: ReadonlySet<string>): void {
    const clauses = Array.isArray(rest.mergeWhenClauses) ? rest.mergeWhenClauses : [];
    for (const one of clauses) {
      const command = String(asNode(asNode(one).MergeWhenClause).commandType ?? "");
      const verb = command.replace(/^CMD_/, "").toLowerCase();
      if (verb === "insert" || verb === "update" || verb === "delete") table(relation, verb, scope);
    }
    table(relation, "read", new Set());
  }

  function explain({ options }: Node): void {
    const names = (Array.isArray(options) ? options : []).map((one) =>
      String(asNode(asNode(one).DefElem).defname),
    );
    if (names.includes("analyze"))
      throw new RefusedStatement("EXPLAIN ANALYZE runs the statement; leave out ANALYZE");
  }

  function schemaTarget(type: string, value: Node, scope: ReadonlySet<string>): void {
    const target =
      type === "ViewStmt"
        ? value.view
        : type === "CreateTableAsStmt"
          ? asNode(value.into).rel
          : value.relation;
    if (!isNode(target)) throw new RefusedStatement(`${statementName(type)} of this kind cannot be judged`);
    table(target, "schema", scope);
    // Under another name, rules about reading it would no longer apply.
    if (type === "RenameStmt") table(target, "read", new Set());
    for (const other of joinedBy(value)) table(other, "schema", scope);
  }

  function drop({ removeType, objects }: Node): void {
    if (!DROPPED.has(String(removeType)) || !Array.isArray(objects))
      throw new RefusedStatement(`DROP of this kind cannot be judged`);
    for (const one of objects) tables.push({ verb: "schema", ...nameOf(asNode(asNode(one).List).items) });
  }
}

/** Tables that a definition makes parents or partitions of another: their rows are then also rows of the other. */
function joinedBy({ inhRelations, cmds }: Node): Node[] {
  const parents = Array.isArray(inhRelations) ? inhRelations.map((one) => asNode(asNode(one).RangeVar)) : [];
  const commands = (Array.isArray(cmds) ? cmds : []).map((one) =>
    asNode(asNode(asNode(one).AlterTableCmd).def),
  );
  const named = commands.flatMap(({ RangeVar, PartitionCmd }) => [
    asNode(RangeVar),
    asNode(asNode(PartitionCmd).name),
  ]);
  return [...parents, ...named].filter(({ relname }) => typeof relname === "string");
}

function nameOf(list: unknown): WrittenName {
  const parts = Array.isArray(list) ? list.map((one) => String(asNode(asNode(one).String).sval)) : [];
  const name = parts.at(-1);
  if (name === undefined) throw new RefusedStatement("it contains a name that cannot be read");
  return { schema: parts.at(-2), name };
}

function namesIn(list: readonly unknown[]): string[] {
  return list.flatMap((one) => {
    const { sval } = asNode(asNode(one).String);
    return typeof sval === "string" ? [sval] : [];
  });
}

function statementName(type: string): string {
  return type
    .replace(/Stmt$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toUpperCase();
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asNode(value: unknown): Node {
  return isNode(value) ? value : {};
}
