import type { ObjectAccess } from "../database.ts";
import { objectName } from "../object-name.ts";
import type { Catalogue, CatalogueObject } from "./catalogue.ts";
import { backquoted } from "./changed-rows.ts";
import type { MariaSession } from "./mariadb-session.ts";

/** The whole definitions of the objects that a statement changes, with keys, constraints and triggers, in the server's format. */
export async function definitionsOf(
  touches: readonly ObjectAccess[],
  catalogue: Catalogue,
  session: MariaSession,
): Promise<string[]> {
  const changed = new Set(touches.filter(({ verb }) => verb === "schema").map(({ object }) => object));
  return linesOf(
    [...catalogue.objects.values()].flat().filter(({ name }) => changed.has(objectName(undefined, name))),
    catalogue,
    session,
  );
}

/** Only this many objects of a larger schema are stored, because each one takes a query. */
const MAX_OBJECTS = 2_000;

/** The definitions of the whole database, as far as the role may see them. */
export async function allDefinitions(catalogue: Catalogue, session: MariaSession): Promise<string[]> {
  const lines: string[] = [];
  for (const object of [...catalogue.objects.values()].flat().slice(0, MAX_OBJECTS))
    lines.push(...(await linesOf([object], catalogue, session).catch(() => [])));
  return lines;
}

async function linesOf(
  objects: readonly CatalogueObject[],
  catalogue: Catalogue,
  session: MariaSession,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, kind } of objects) {
    const show = async (sql: string, column: string) =>
      String((await session.query(sql)).rows[0]?.[column] ?? "");
    lines.push(
      kind === "view"
        ? await show(`SHOW CREATE VIEW ${backquoted(name)}`, "Create View")
        : await show(`SHOW CREATE TABLE ${backquoted(name)}`, "Create Table"),
    );
    for (const trigger of catalogue.triggers.filter(({ table }) => table === name))
      lines.push(await show(`SHOW CREATE TRIGGER ${backquoted(trigger.name)}`, "SQL Original Statement"));
  }
  return lines.filter((line) => line !== "");
}
