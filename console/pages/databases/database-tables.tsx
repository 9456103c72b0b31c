import type { Answer } from "../../core/api-calls.ts";
import { useWords } from "../../core/words.ts";
import { VerdictBadge } from "../../parts/call/verdict-badge.tsx";
import { databasesWords } from "../../words/databases.ts";

/** A database that was opened. */
export type DatabaseView = Answer<"get", "/api/databases/{name}">;

/** The tables and columns of a database, with the verdicts for each table. */
export function DatabaseTables({ database: { name, tables } }: { database: DatabaseView }) {
  const say = useWords(databasesWords);
  if (tables.length === 0) return <p class="soft">{say("noTables")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table boxed tall" tabIndex={0} aria-label={say("tablesOf", { name })}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("table")}</th>
            <th scope="col">{say("columns")}</th>
            <th scope="col">{say("reading")}</th>
            <th scope="col">{say("changing")}</th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ table, kind, columns, keys = [], reading, changing }) => (
            <tr key={table}>
              <th scope="row">
                <code>{table}</code>
                {kind === "view" ? <span class="faint tiny"> {say("view")}</span> : null}
              </th>
              <td>
                <ul class="columns">
                  {columns.map((column) => (
                    <li key={column}>
                      <code>{column}</code>
                    </li>
                  ))}
                </ul>
                {keys.length === 0 ? null : (
                  <p class="faint tiny">{say("keys", { keys: keys.join("; ") })}</p>
                )}
              </td>
              <td>
                <VerdictBadge verdict={reading} />
              </td>
              <td>
                <VerdictBadge verdict={changing} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
