import type { Effect, EffectKind } from "../../contract/effect.ts";
import { DejimaError } from "../../contract/error.ts";
import { type ObjectAccess, REFUSED, type Statement, type Verb } from "./database.ts";

const KINDS: Readonly<Record<Verb, EffectKind>> = {
  read: "db.read",
  insert: "db.insert",
  update: "db.update",
  delete: "db.delete",
  schema: "db.schema",
  call: "db.call",
};

/** The effects of statements: one for each verb and table, such as `db.delete shop.orders`. */
export function effectsOf(database: string, statements: readonly Statement[]): Effect[] {
  const touches = statements.flatMap(({ touches: own }) => (own.length === 0 ? [DATABASE] : own));
  const effects = touches.map(
    ({ verb, object }): Effect => ({ kind: KINDS[verb], target: target(database, object) }),
  );
  return [...new Map(effects.map((effect) => [`${effect.kind} ${effect.target}`, effect])).values()];
}

const DATABASE: ObjectAccess = { verb: "read", object: "" };

function target(database: string, object: string): string {
  return object === "" ? database : `${database}.${object}`;
}

/** Throws if a statement does more than read. */
export function refuseChanges(database: string, statements: readonly Statement[]): void {
  const touch = statements.flatMap(({ touches }) => touches).find(({ verb }) => verb !== "read");
  if (touch === undefined) return;
  const what =
    touch.verb === "schema" ? "changes the schema" : touch.verb === "call" ? "calls" : `${touch.verb}s`;
  throw new DejimaError(
    REFUSED,
    `Cannot run this with sql_query: it ${what} ${target(database, touch.object)}, and sql_query only reads. Use sql_change`,
    { database, verb: touch.verb, object: touch.object },
  );
}
