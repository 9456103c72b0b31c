import { useWords } from "../../core/words.ts";
import { fileWords } from "../../words/file.ts";
import { readTable, separatorOf } from "./read-table.ts";

/** A file of rows as a table. The first row is the head. */
export function TableView({ name, text }: { name: string; text: string }) {
  const say = useWords(fileWords);
  const { rows, more } = readTable(text, separatorOf(name, text));
  const [head = [], ...body] = rows;
  const columns = head.map((_cell, index) => index);
  return (
    <>
      {more ? <p class="soft small">{say("onlyFirst")}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="table boxed tall" tabIndex={0} aria-label={name}>
        <table>
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column}>{row[column] ?? ""}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
