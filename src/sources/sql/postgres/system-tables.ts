import { RefusedStatement, type Verb } from "../database.ts";

/**
 * The parts of the catalogues that may be read: definitions, but no passwords and no foreign content. All other
 * tables are refused.
 */
const CATALOGUE = new Set(
  "pg_class pg_attribute pg_namespace pg_type pg_tables pg_views pg_matviews pg_indexes pg_index pg_constraint pg_proc pg_description pg_enum pg_sequences pg_sequence pg_attrdef pg_trigger pg_database pg_inherits pg_extension pg_stat_user_tables pg_policies pg_policy pg_collation pg_depend pg_rules".split(
    " ",
  ),
);
const INFORMATION = new Set(
  "tables columns views schemata sequences domains key_column_usage table_constraints referential_constraints check_constraints constraint_column_usage constraint_table_usage routines parameters triggers triggered_update_columns element_types domain_constraints column_domain_usage column_udt_usage view_column_usage view_table_usage table_privileges column_privileges role_table_grants enabled_roles applicable_roles character_sets collations information_schema_catalog_name".split(
    " ",
  ),
);

/** Throws if a statement does more with a table of PostgreSQL itself than reading definitions. */
export function refuseSystem(schema: string, name: string, verb: Verb): void {
  if (!isSystem(schema)) return;
  if (verb !== "read") throw new RefusedStatement(`${schema}.${name} belongs to PostgreSQL itself`);
  const open =
    schema === "pg_catalog" ? CATALOGUE : schema === "information_schema" ? INFORMATION : undefined;
  if (open?.has(name) !== true)
    throw new RefusedStatement(`${schema}.${name} shows more than the definitions of this database`);
}

/** Whether a schema belongs to PostgreSQL itself. */
export function isSystem(schema: string): boolean {
  return schema === "information_schema" || schema.startsWith("pg_");
}
