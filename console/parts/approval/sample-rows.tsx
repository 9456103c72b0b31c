import type { RowsPreview } from "../../../src/contract/data/database.ts";
import { useWords } from "../../core/words.ts";
import { rowsWords } from "../../words/rows.ts";

type Sample = RowsPreview["samples"][number];
type Row = NonNullable<Sample["before"]>;

/** The first changed rows of a table: the old row, and below it what changes. */
export function SampleRows({ table, samples }: { table: string; samples: readonly Sample[] }) {
  const say = useWords(rowsWords);
  const columns = [...new Set(samples.flatMap(({ before, after }) => Object.keys({ ...before, ...after })))];
  return (
    <div class="stack tight">
      <p class="part-head">{say("sample", { table })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="table boxed tall" tabIndex={0} aria-label={say("sample", { table })}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="only-heard">{say("state")}</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" class="mono">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {samples.map(({ before, after }, index) => (
              <SampleLines key={index} before={before} after={after} columns={columns} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface LinesProps {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
  readonly columns: readonly string[];
}

function SampleLines({ before, after, columns }: LinesProps) {
  const say = useWords(rowsWords);
  return (
    <>
      {before === undefined ? null : (
        <tr class="row-before">
          <th scope="row">{say(after === undefined ? "gone" : "before")}</th>
          {columns.map((column) => (
            <Cell key={column} row={before} column={column} />
          ))}
        </tr>
      )}
      {after === undefined ? null : (
        <tr class="row-after">
          <th scope="row">{say(before === undefined ? "new" : "after")}</th>
          {columns.map((column) => (
            // An update has only its key and the changed columns.
            <Cell key={column} row={before === undefined ? after : { ...before, ...after }} column={column} />
          ))}
        </tr>
      )}
    </>
  );
}

/** One value. A value that the change does not touch is unknown here. */
function Cell({ row, column }: { row: Row; column: string }) {
  const value = Object.hasOwn(row, column) ? row[column] : undefined;
  if (value === undefined) return <td class="faint">·</td>;
  return value === null ? <td class="faint">NULL</td> : <td class="mono">{value}</td>;
}
