import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { JsonBlock } from "../../parts/json-block.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { Said } from "../../parts/said.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { settingsWords } from "../../words/settings.ts";
import { configLines } from "./config-lines.ts";

/** The config that holds: a line for each setting, and the whole as it is. */
export function ConfigView() {
  const { api } = useConsole();
  const say = useWords(settingsWords);
  const text = useSignal("");
  const config = useData(() => api.get("/api/config", { query: { units: "true" } }), [api]);
  const wanted = text.value.trim().toLowerCase();
  return (
    <section class="stack">
      <h2>{say("config")}</h2>
      <p class="soft small">
        <Said text={say("configLead")} />
      </p>
      <SearchBox
        label={say("configSearch")}
        value={text.value}
        onInput={(next) => {
          text.value = next;
        }}
      />
      <LoadedView data={config}>
        {(value) => {
          const lines = configLines(value).filter(
            ({ path, shown }) => path.toLowerCase().includes(wanted) || shown.toLowerCase().includes(wanted),
          );
          return (
            <>
              {lines.length === 0 ? <p class="soft small">{say("configNothing")}</p> : null}
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
              <div class="table boxed tall" tabIndex={0}>
                <table>
                  <tbody>
                    {lines.map(({ path, shown }) => (
                      <tr key={path}>
                        <th scope="row">
                          <code>{path}</code>
                        </th>
                        <td>{shown === "" ? <span class="faint">–</span> : <code>{shown}</code>}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <details class="small">
                <summary>{say("configJson")}</summary>
                <JsonBlock value={value} />
              </details>
            </>
          );
        }}
      </LoadedView>
    </section>
  );
}
