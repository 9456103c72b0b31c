import { z } from "zod";
import { duration, size } from "../../support/quantity.ts";

/** Rules and effects use the name of a database as prefix of its tables. */
export const databaseName = z.string().regex(/^[a-z][a-z0-9_]{0,23}$/, {
  error: "must be small letters, digits and underscores, at most 24, beginning with a letter",
});

/** Databases that the sql tools may use, by name. */
export const databases = z
  .record(
    databaseName,
    z.strictObject({
      url: z
        .string()
        .regex(/^(?:sqlite:|(?:postgres(?:ql)?|mysql|mariadb):\/\/)./, {
          error:
            "must be sqlite:FILE, or an address such as postgres://user@host:5432/name or mariadb://user@host:3306/name",
        })
        .describe(
          "sqlite:FILE in the workspace, postgres://user@host:5432/name, or mariadb://user@host:3306/name",
        ),
      password: z.string().optional().describe("The password, best taken from ${A_VARIABLE}"),
      trusted: z
        .boolean()
        .default(false)
        .describe("Whether its rows count as the user's own words; otherwise reading them marks the run"),
      readOnly: z.boolean().default(false).describe("Whether it is read-only, even if a rule allows changes"),
      timeout: duration.default(10_000).describe("How long a statement may run"),
      lockTimeout: duration.default(2_000).describe("How long a statement may wait for a lock"),
      maxRows: z.int().min(1).max(10_000).default(1_000).describe("Maximum rows of one result"),
      maxBytes: size.default(1024 ** 2).describe("Largest result of one query"),
      undoRows: z
        .int()
        .min(0)
        .max(100_000)
        .default(10_000)
        .describe("The most changed rows whose previous content is kept for undo"),
    }),
  )
  .describe("Databases for sql_query, sql_change and sql_schema, by name");
