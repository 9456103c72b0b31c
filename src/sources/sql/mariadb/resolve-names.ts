import { type ObjectAccess, RefusedStatement, type Verb } from "../database.ts";
import { objectName } from "../object-name.ts";
import { type Catalogue, objectNamed, type Trigger } from "./catalogue.ts";
import { functionsIn, type ReadStatement } from "./read-statement.ts";
import { isDot, readTokens, type Token } from "./read-tokens.ts";

/** All objects that a statement touches, including those behind views and through foreign keys and triggers. */
interface ResolvedNames {
  readonly touches: readonly ObjectAccess[];
  /** Tables whose rows the statement may change, by their catalogue names. */
  readonly written: readonly string[];
}

interface Named {
  readonly name: string;
  readonly verb: Verb;
}

/** Follows views, foreign keys and triggers from the names in a statement. */
export function resolveNames({ tables, functions }: ReadStatement, catalogue: Catalogue): ResolvedNames {
  const calls = new Set(functions);
  const behind = follow(tables, (one) => behindView(one, catalogue, calls));
  const named = follow(behind, (one) => cascaded(one, catalogue));
  const fired = catalogue.triggers.filter(({ table, event }) =>
    named.some(({ name, verb }) => name === table && verb === event),
  );
  const written = new Set([
    ...named.filter(({ verb }) => isChange(verb)).map(({ name }) => name),
    ...namedByTriggers(fired, catalogue),
  ]);
  for (const name of written) refuseUnsafe(name, catalogue);
  const touches: ObjectAccess[] = [
    ...named.map(({ verb, name }) => ({ verb, object: nameOf(name) })),
    ...[...calls].map((name) => ({ verb: "call" as const, object: objectName(undefined, name) })),
    ...fired.map(({ name }) => ({
      verb: "call" as const,
      object: objectName(undefined, name),
      byTrigger: true,
    })),
  ];
  const unique = new Map(touches.map((touch) => [`${touch.verb} ${touch.object}`, touch]));
  return {
    touches: [...unique.values()],
    written: [...written].filter((name) => objectNamed(catalogue, name)?.kind === "table").sort(),
  };
}

function isChange(verb: Verb): boolean {
  return verb === "insert" || verb === "update" || verb === "delete";
}

function nameOf(name: string): string {
  return name.startsWith("information_schema.") ? name : objectName(undefined, name);
}

/** Everything reachable from these, each once. */
function follow(start: readonly Named[], next: (one: Named) => readonly Named[]): Named[] {
  const found = new Map<string, Named>();
  const waiting = [...start];
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    const key = `${one.verb} ${one.name}`;
    if (found.has(key)) continue;
    found.set(key, one);
    waiting.push(...next(one));
  }
  return [...found.values()];
}

/** A view passes its verb on to the tables of its query, which the server writes with full names. */
function behindView({ name, verb }: Named, catalogue: Catalogue, calls: Set<string>): Named[] {
  const view = objectNamed(catalogue, name);
  if (view?.kind !== "view") return [];
  if (view.definition === "")
    throw new RefusedStatement(`this role may not see what the view ${name} reads; grant it SHOW VIEW`);
  const tokens = readTokens(view.definition);
  for (const called of functionsIn(tokens, catalogue, { changesSchema: false })) calls.add(called);
  const verbs: Verb[] = isChange(verb) ? ["read", verb] : ["read"];
  return tokens.flatMap((_token, at) => {
    const table = sourceAt(tokens, at, catalogue);
    return table === undefined ? [] : verbs.map((each) => ({ name: table, verb: each }));
  });
}

/** The table after FROM or JOIN in the query of a view. */
function sourceAt(tokens: readonly Token[], at: number, { schema }: Catalogue): string | undefined {
  const [qualifier, dot, table] = tokens.slice(at, at + 3);
  if (qualifier?.kind !== "name" || !isDot(dot) || table?.kind !== "name") return undefined;
  let before = at - 1;
  while (tokens[before]?.value === "(" && tokens[before]?.kind === "sign") before--;
  const word = tokens[before];
  if (word?.kind !== "word" || !/^(?:FROM|JOIN|STRAIGHT_JOIN)$/.test(word.value)) return undefined;
  if (qualifier.value.toLowerCase() === schema.toLowerCase()) return table.value;
  throw new RefusedStatement(
    `a view leads to the database ${qualifier.value}; add that one under another name`,
  );
}

/** Rows of other tables that foreign keys also delete or change. */
function cascaded({ name, verb }: Named, { foreignKeys, schema }: Catalogue): Named[] {
  if (verb !== "delete" && verb !== "update") return [];
  return foreignKeys
    .filter(({ parent }) => parent === name)
    .flatMap((key): Named[] => {
      const action = verb === "delete" ? key.onDelete : key.onUpdate;
      if (!/^(?:CASCADE|SET NULL|SET DEFAULT)$/.test(action)) return [];
      if (key.schema.toLowerCase() !== schema.toLowerCase())
        throw new RefusedStatement(`a foreign key would also change rows of the database ${key.schema}`);
      return [{ name: key.child, verb: verb === "delete" && action === "CASCADE" ? "delete" : "update" }];
    });
}

/** The tables that triggers may change: all that their bodies name. A body cannot compute a name. */
function namedByTriggers(fired: readonly Trigger[], catalogue: Catalogue): string[] {
  const found = new Set<string>();
  const read = new Set<string>();
  const waiting = fired.map(({ body }) => body);
  for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
    if (read.has(body)) continue;
    read.add(body);
    const text = body.toLowerCase();
    refuseBeyond(text, catalogue);
    refuseUnseen(body, catalogue);
    for (const [name, objects] of catalogue.objects) {
      if (!text.includes(name)) continue;
      for (const object of objects) {
        found.add(object.name);
        if (object.kind === "view") waiting.push(object.definition);
        waiting.push(
          ...catalogue.triggers.filter(({ table }) => table === object.name).map((one) => one.body),
        );
      }
    }
  }
  return [...found];
}

/** Throws if the body of a trigger (in lower case) calls a function or names another database. */
function refuseBeyond(body: string, { routines, schemas, schema }: Catalogue): void {
  const words = new Set<string>();
  for (const { 0: word, index } of body.matchAll(/[\p{L}\p{N}_$]+/gu)) {
    let next = index + word.length;
    if (body[next] === "`") next++;
    while (/\s/.test(body[next] ?? "")) next++;
    if (body[next] === "." || body[next] === "(") words.add(word);
  }
  if ([...routines].some((name) => words.has(name) || !/^[\p{L}\p{N}_$]+$/u.test(name)))
    throw new RefusedStatement("a trigger calls a function, and what that changes cannot be shown");
  if ([...schemas].some((name) => name !== schema.toLowerCase() && words.has(name)))
    throw new RefusedStatement("a trigger names another database, and what it changes there cannot be shown");
}

const NAMES_TABLE = /^(?:INSERT|REPLACE|INTO|UPDATE|DELETE|FROM|JOIN)$/;
const MODIFIER = /^(?:LOW_PRIORITY|HIGH_PRIORITY|QUICK|IGNORE|INTO|FROM)$/;

/** Throws if a trigger cannot be read, or names a table that this role cannot see. */
function refuseUnseen(body: string, { objects }: Catalogue): void {
  if (body === "")
    throw new RefusedStatement(
      "a trigger runs that this role cannot see; grant it TRIGGER, so that its changes can be shown",
    );
  const tokens = readTokens(body, { variables: true });
  for (const [at, token] of tokens.entries()) {
    if (
      token.kind !== "word" ||
      !NAMES_TABLE.test(token.value) ||
      /^(?:BEFORE|AFTER|KEY|ON)$/.test(tokens[at - 1]?.value ?? "")
    )
      continue;
    let next = at + 1;
    while (tokens[next]?.kind === "word" && MODIFIER.test(tokens[next]?.value ?? "")) next++;
    const name = tokens[isDot(tokens[next + 1]) ? next + 2 : next];
    if (name?.kind !== "word" && name?.kind !== "name") continue;
    const text = name.kind === "name" ? name.value : name.text;
    if (!objects.has(text.toLowerCase()))
      throw new RefusedStatement(
        `a trigger names ${text}, which this role cannot see; grant it SELECT, so that the changes can be shown`,
      );
  }
}

function refuseUnsafe(name: string, catalogue: Catalogue): void {
  if (name.startsWith("information_schema."))
    throw new RefusedStatement(`${name} belongs to the server itself`);
  const object = objectNamed(catalogue, name);
  if (object?.kind === "table" && object.engine.toLowerCase() !== "innodb")
    throw new RefusedStatement(
      `the table ${name} is kept by ${object.engine || "an unknown engine"}, which rolls nothing back, so its change can be neither shown nor undone; ALTER TABLE … ENGINE=InnoDB makes that possible`,
    );
}
