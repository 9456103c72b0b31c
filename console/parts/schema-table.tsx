import type { JsonSchema } from "../../src/contract/data/json-schema.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { JsonBlock } from "./json-block.tsx";
import { schemaFields } from "./schema-fields.ts";

/** A schema as a table: each field with its type, whether it is required, and its description. */
export function SchemaTable({ schema }: { schema: JsonSchema }) {
  const say = useWords(shellWords);
  const fields = schemaFields(schema);
  return (
    <>
      {fields.length === 0 ? <p class="soft small">{say("noFields")}</p> : null}
      {fields.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div class="table boxed" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say("field")}</th>
                <th scope="col">{say("type")}</th>
                <th scope="col">{say("meaning")}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ path, type, required, fallback, about }) => (
                <tr key={path}>
                  <td>
                    <code>{path}</code>
                    {required ? <span class="faint tiny"> {say("required")}</span> : null}
                  </td>
                  <td>
                    <code class="soft">{type}</code>
                  </td>
                  <td>
                    {about}
                    {fallback === undefined ? null : (
                      <span class="faint tiny">
                        {about === "" ? "" : " · "}
                        {say("fallback", { value: fallback })}
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <details class="small">
        <summary>{say("asJson")}</summary>
        <JsonBlock value={schema} />
      </details>
    </>
  );
}
