import { RefusedStatement, type Verb } from "../database.ts";
import type { Catalogue } from "./catalogue.ts";
import { BEFORE_PARENTHESIS, HARMLESS_FUNCTIONS, OPEN_CATALOGUE, SYSTEM_SCHEMAS } from "./known-words.ts";
import { isDot, type Token } from "./read-tokens.ts";

/** The parsed content of one statement, with names as the catalogue spells them. */
export interface ReadStatement {
  readonly tables: readonly { readonly name: string; readonly verb: Verb }[];
  /** User-defined functions. */
  readonly functions: readonly string[];
  readonly changesSchema: boolean;
}

const READS = new Set(["SELECT", "WITH", "(", "VALUES", "TABLE", "EXPLAIN", "DESCRIBE", "DESC", "SHOW"]);
const CHANGES = new Set(["INSERT", "REPLACE", "UPDATE", "DELETE"]);
const SHOWS = /^SHOW (?:FULL )?(?:TABLES|COLUMNS|FIELDS|INDEX|INDEXES|KEYS|CREATE TABLE|CREATE VIEW)\b/;
const SCHEMA =
  /^(?:CREATE (?:(?:UNIQUE|FULLTEXT) )?INDEX|CREATE TABLE|CREATE (?:OR REPLACE )?VIEW|ALTER TABLE|DROP (?:TABLE|VIEW|INDEX)|RENAME TABLES?)\b/;
const STORED_ELSEWHERE =
  /\b(?:DIRECTORY|CONNECTION|TABLESPACE|PARTITION|PARTITIONS|EXCHANGE|IMPORT|DISCARD|FILE_NAME|TABLE_TYPE|VERSIONING|PERIOD|DEFINER)\b/;
const ENGINE = /\bENGINE (?:= )?(?!INNODB\b)|\bTYPE =/;

/** Words that no statement may contain outside of quotes, and why. */
const FORBIDDEN_WORDS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\b(?:OUTFILE|DUMPFILE|INFILE)\b/, "it reads or writes files of the server"],
  [/\bFOR (?:UPDATE|SHARE)\b|\bLOCK IN\b/, "FOR UPDATE and FOR SHARE lock rows; leave them out"],
  [/\b(?:NEXT|PREVIOUS) VALUE FOR\b/, "sequences do not go back with a transaction"],
  [/\bPROCEDURE\b/, "a procedure runs code that cannot be judged"],
  [/^(?:INSERT|REPLACE) DELAYED\b/, "DELAYED rows are written outside of the transaction"],
  [
    /^(?:EXPLAIN|DESCRIBE|DESC) ANALYZE\b|^ANALYZE\b/,
    "EXPLAIN ANALYZE runs the statement; leave out ANALYZE",
  ],
  [/^(?:EXPLAIN|DESCRIBE|DESC) .*\bFOR CONNECTION\b/, "other sessions are not shown"],
  [/^TRUNCATE\b/, "TRUNCATE cannot be shown or undone; use DELETE"],
  [/^(?:CALL|DO|EXECUTE)\b/, "a procedure runs code that cannot be judged"],
  [/^SET\b/, "SET changes what the session is and how it reads statements"],
  [/^LOAD\b/, "LOAD reads files; use INSERT"],
  [
    /^(?:BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|XA)\b/,
    "each call is one transaction; leave out BEGIN, COMMIT, ROLLBACK and SAVEPOINT",
  ],
  [/^CREATE (?:OR REPLACE )?TEMPORARY\b|^DROP TEMPORARY\b/, "temporary tables do not outlive a call"],
];

/** Determines what one statement touches. Throws for a statement that no rule can allow. */
export function readStatement(tokens: readonly Token[], catalogue: Catalogue): ReadStatement {
  const keywords = tokens
    .map(({ kind, value }) => (kind === "word" || kind === "sign" ? value : "x"))
    .join(" ");
  for (const [pattern, why] of FORBIDDEN_WORDS) if (pattern.test(keywords)) throw new RefusedStatement(why);
  const first = tokens[0]?.value ?? "";
  const changesSchema = SCHEMA.test(keywords);
  const regions = changesSchema ? schemaRegions(keywords) : changeRegions(first, keywords, tokens);
  const found = tokens.flatMap((_token, at) => tableAt(tokens, at, catalogue));
  const target = tokens[regions.target ?? -1];
  const before = found.filter(({ at }) =>
    regions.verbs(at).some((verb) => verb === "update" || verb === "delete"),
  );
  const isRead =
    (first === "UPDATE" || first === "DELETE") && (before.length > 1 || /\bRETURNING\b/.test(keywords));
  const tables = [
    // A name that is not in the catalogue yet, such as the name of a new table.
    ...newNames(tokens, regions.newAt).map((name) => ({ name, verb: "schema" as const })),
    ...found.flatMap(({ at, name }) =>
      [...regions.verbs(at), ...(isRead ? ["read" as const] : [])].map((verb) => ({ name, verb })),
    ),
  ];
  if (changesSchema && !tables.some(({ verb }) => verb === "schema"))
    tables.push({ name: "", verb: "schema" });
  if (CHANGES.has(first) && tables.every(({ verb }) => verb === "read"))
    throw new RefusedStatement("it names no table of this database");
  const functions = functionsIn(tokens, catalogue, { changesSchema, target });
  return {
    tables: [...new Map(tables.map((one) => [`${one.verb} ${one.name}`, one])).values()],
    functions,
    changesSchema,
  };
}

interface Regions {
  /** The actions on a table named at this position. */
  verbs(at: number): readonly Verb[];
  /** The position of the table that rows are inserted into. */
  readonly target?: number | undefined;
  /** The positions of new tables' names. */
  readonly newAt?: readonly number[] | undefined;
}

function schemaRegions(keywords: string): Regions {
  if (STORED_ELSEWHERE.test(keywords) || ENGINE.test(keywords))
    throw new RefusedStatement(
      "a table can only be kept by InnoDB in this database, without partitions or versions",
    );
  const words = keywords.split(" ");
  const after = (word: string) => words.flatMap((one, at) => (one === word ? [at + 1] : []));
  const head = words.findIndex((one) => one === "TABLE" || one === "VIEW");
  const start = words.slice(head + 1, head + 4).join(" ") === "IF NOT EXISTS" ? head + 4 : head + 1;
  const isNew = /^CREATE (?:TABLE|(?:OR REPLACE )?VIEW)\b/.test(keywords);
  // Under another name, rules about reading a table would no longer apply.
  return {
    verbs: () => ["schema", "read"],
    newAt: [...(isNew ? [start] : []), ...after("TO"), ...after("RENAME")],
  };
}

function changeRegions(first: string, keywords: string, tokens: readonly Token[]): Regions {
  const words = keywords.split(" ");
  if (first === "INSERT" || first === "REPLACE") {
    let target = 1;
    while (/^(?:LOW_PRIORITY|HIGH_PRIORITY|IGNORE|INTO)$/.test(words[target] ?? "")) target++;
    if (words.slice(target + 1).includes("INTO")) throw new RefusedStatement(INTO);
    while (words[target + 1] === ".") target += 2;
    const verbs: Verb[] = [
      "insert",
      ...(first === "REPLACE" ? ["delete" as const] : []),
      ...(keywords.includes("ON DUPLICATE KEY UPDATE") ? ["update" as const] : []),
      ...(words.includes("RETURNING") ? ["read" as const] : []),
    ];
    return { target, verbs: (at) => (at === target ? verbs : ["read"]) };
  }
  if (words.includes("INTO")) throw new RefusedStatement(INTO);
  if (first === "UPDATE") {
    const end = atDepth(tokens, "SET");
    return { verbs: (at) => (at < end ? ["update"] : ["read"]) };
  }
  if (first === "DELETE") {
    const end = atDepth(tokens, "WHERE");
    return { verbs: (at) => (at < end ? ["delete"] : ["read"]) };
  }
  if (!READS.has(first) || (first === "SHOW" && !SHOWS.test(keywords)))
    throw new RefusedStatement(
      `${words.slice(0, 2).join(" ")} is not among the statements that can be judged`,
    );
  if (
    first === "WITH" &&
    (atDepth(tokens, "UPDATE") < tokens.length || atDepth(tokens, "DELETE") < tokens.length)
  )
    throw new RefusedStatement("a change cannot begin with WITH; put the query into its condition");
  if (
    /^(?:EXPLAIN|DESCRIBE|DESC)$/.test(first) &&
    /\b(?:INSERT|UPDATE|DELETE|REPLACE)\b(?! \()/.test(keywords)
  )
    throw new RefusedStatement("only a SELECT can be explained");
  return { verbs: () => ["read"] };
}

const INTO = "SELECT … INTO writes files or variables; leave INTO out";

/** The position of a word outside of all parentheses. After the last token if there is none. */
function atDepth(tokens: readonly Token[], word: string): number {
  let depth = 0;
  const at = tokens.findIndex(({ kind, value }) => {
    if (value === "(" && kind === "sign") depth++;
    if (value === ")" && kind === "sign") depth--;
    return depth === 0 && kind === "word" && value === word;
  });
  return at === -1 ? tokens.length : at;
}

/**
 * The table or view named at a position. A name after AS is an alias, one before a dot a qualifier, one after
 * an alias a column.
 */
function tableAt(tokens: readonly Token[], at: number, catalogue: Catalogue): { at: number; name: string }[] {
  const name = nameAt(tokens, at);
  if (name === undefined || isWord(tokens[at - 1], "AS")) return [];
  if (isDot(tokens[at - 1]) && !/^(?:word|name|number)$/.test(tokens[at - 2]?.kind ?? ""))
    throw new RefusedStatement(`write ${name} without the dot before it: a name cannot begin with a dot`);
  const qualifier = isDot(tokens[at - 1]) ? (nameAt(tokens, at - 2) ?? "") : undefined;
  if (isDot(tokens[at + 1])) {
    refuseForeign(name, tokens, at, catalogue);
    return [];
  }
  if (qualifier !== undefined && qualifier.toLowerCase() !== catalogue.schema.toLowerCase()) {
    if (qualifier.toUpperCase() === "INFORMATION_SCHEMA")
      return [{ at, name: `information_schema.${name.toLowerCase()}` }];
    return [];
  }
  // SHOW COLUMNS FROM a FROM b
  if (isWord(tokens[0], "SHOW") && (isWord(tokens[at - 1], "FROM") || isWord(tokens[at - 1], "IN")))
    refuseDatabase(name, catalogue);
  const known = catalogue.objects.get(name.toLowerCase()) ?? [];
  return known.map((object) => ({ at, name: object.name }));
}

/** Throws if a name belongs to another database of the server. */
function refuseForeign(name: string, tokens: readonly Token[], at: number, catalogue: Catalogue): void {
  const table = nameAt(tokens, at + 2) ?? "";
  if (name.toUpperCase() === "INFORMATION_SCHEMA") {
    if (!OPEN_CATALOGUE.has(table.toUpperCase()))
      throw new RefusedStatement(
        `information_schema.${table} shows more than the definitions of this database`,
      );
    return;
  }
  refuseDatabase(name, catalogue);
}

function refuseDatabase(name: string, { schema, schemas }: Catalogue): void {
  if (name.toLowerCase() === schema.toLowerCase()) return;
  if (SYSTEM_SCHEMAS.has(name.toUpperCase()) || schemas.has(name.toLowerCase()))
    throw new RefusedStatement(`${name} is another database; add it under another name`);
}

function newNames(tokens: readonly Token[], places: readonly number[] = []): string[] {
  return places.flatMap((place) => {
    const at = isDot(tokens[place + 1]) ? place + 2 : place;
    const name = nameAt(tokens, at);
    const isClause =
      tokens[at]?.kind === "word" && /^(?:COLUMN|INDEX|KEY|TO|AS|CONSTRAINT|TABLES?)$/.test(tokens[at].value);
    return name === undefined || isClause ? [] : [name];
  });
}

/** The user-defined functions. Throws for a server function that is not known to be harmless. */
export function functionsIn(
  tokens: readonly Token[],
  catalogue: Catalogue,
  { changesSchema, target }: { readonly changesSchema: boolean; readonly target?: Token | undefined },
): string[] {
  const isIndex = tokens.slice(0, 3).some((token) => isWord(token, "INDEX"));
  return tokens.flatMap((token, at): string[] => {
    const name = nameAt(tokens, at);
    if (name === undefined || tokens[at + 1]?.value !== "(" || tokens[at + 1]?.kind !== "sign") return [];
    if (catalogue.routines.has(name.toLowerCase())) return [name.toLowerCase()];
    const isQualified = isDot(tokens[at - 1]);
    if (token === target) return [];
    if (
      !isQualified &&
      token.kind === "word" &&
      (HARMLESS_FUNCTIONS.has(token.value) || BEFORE_PARENTHESIS.has(token.value))
    )
      return [];
    // The name of an index, a constraint or a table, before its columns.
    const before = tokens[at - (isQualified ? 3 : 1)];
    const isDefined =
      changesSchema &&
      before?.kind === "word" &&
      (/^(?:KEY|INDEX|TABLE|EXISTS|VIEW|REFERENCES)$/.test(before.value) ||
        (isIndex && before.value === "ON"));
    if (isDefined) return [];
    throw new RefusedStatement(`the function ${name} is not known to be harmless`);
  });
}

function nameAt(tokens: readonly Token[], at: number): string | undefined {
  const token = tokens[at];
  return token?.kind === "word" || token?.kind === "name"
    ? token.kind === "name"
      ? token.value
      : token.text
    : undefined;
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === "word" && token.value === word;
}
