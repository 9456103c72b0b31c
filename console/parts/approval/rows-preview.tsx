import type { RowsPreview } from "../../../src/contract/data/database.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { rowsWords } from "../../words/rows.ts";
import { CodeBlock } from "../code-block.tsx";
import { DiffView } from "../diff-view.tsx";
import { Explained } from "../explained.tsx";
import { Note } from "../note.tsx";
import { SampleRows } from "./sample-rows.tsx";

type Table = RowsPreview["tables"][number];

/** The effect of a database change: rows per table, samples before and after, and warnings. */
export function RowsPreviewView({ rows, text }: { rows: RowsPreview; text: string }) {
  const say = useWords(rowsWords);
  const { tables, samples, schema, locks, noUndo } = rows;
  return (
    <div class="stack">
      <p class="soft small">{say("tried")}</p>
      {tables.filter(touchesAll).map(({ table }) => (
        <Note key={table} tone="bad">
          <strong>{say("everyRow", { table })}</strong> {say("noCondition")}
        </Note>
      ))}
      {tables.length === 0 && schema.length === 0 ? <p>{say("noRows")}</p> : null}
      {tables.length === 0 ? null : <Counts rows={rows} />}
      {schema.length === 0 ? null : (
        <div class="stack tight">
          <p class="part-head">{say("schema")}</p>
          <DiffView text={schema.join("\n")} />
        </div>
      )}
      {tables.map(({ table }) => {
        const own = samples.filter((sample) => sample.table === table);
        return own.length === 0 ? null : <SampleRows key={table} table={table} samples={own} />;
      })}
      {noUndo === undefined ? (
        <p class="soft small">{say("canUndo")}</p>
      ) : (
        <Note tone="care">
          <p>{say("noUndo")}</p>
          <Explained text={noUndo} />
        </Note>
      )}
      <details class="small">
        <summary>{say("asText")}</summary>
        {locks.length === 0 ? null : <p class="soft">{say("locks", { locks: locks.join(", ") })}</p>}
        <CodeBlock text={text} wrap />
      </details>
    </div>
  );
}

/** How many rows of each table change. */
function Counts({ rows: { database, tables } }: { rows: RowsPreview }) {
  const say = useWords(rowsWords);
  const { number } = useFormat();
  const cell = (count: number) => (count === 0 ? <span class="faint">0</span> : number(count));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table boxed" tabIndex={0} aria-label={say("touched")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("table")}</th>
            <th scope="col" class="number">
              {say("inserted")}
            </th>
            <th scope="col" class="number">
              {say("updated")}
            </th>
            <th scope="col" class="number">
              {say("deleted")}
            </th>
            <th scope="col" class="number">
              {say("of")}
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ table, inserted, updated, deleted, total, unnamed }) => (
            <tr key={table}>
              <th scope="row">
                <code>
                  {database}.{table}
                </code>
                {unnamed === true ? <p class="warned tiny">{say("cascade")}</p> : null}
              </th>
              <td class="number">{cell(inserted)}</td>
              <td class="number">{cell(updated)}</td>
              <td class={deleted > 0 ? "number warned" : "number"}>{cell(deleted)}</td>
              <td class="number">{total === undefined ? "–" : number(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Whether a change affects every row of a table that has several. */
function touchesAll({ updated, deleted, total, unnamed }: Table): boolean {
  return unnamed !== true && total !== undefined && total > 1 && updated + deleted >= total;
}
