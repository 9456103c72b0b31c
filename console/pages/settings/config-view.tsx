import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { JsonBlock } from "../../parts/json-block.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { Note } from "../../parts/note.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { settingsWords } from "../../words/settings.ts";
import { type ConfigRow, configRows, type Setting } from "./config-rows.ts";
import { SettingForm } from "./setting-form.tsx";

/** The latest change on this page, for undo. */
interface Change {
  readonly before: Setting;
  readonly after: Setting;
  readonly restart: boolean;
}

/** Every setting of the config in use, with a button for those that can be changed here. */
export function ConfigView() {
  const { api, preferences } = useConsole();
  const language = preferences.language.value;
  const say = useWords(settingsWords);
  const report = useReport();
  const text = useSignal("");
  const edited = useSignal<Setting | undefined>(undefined);
  const latest = useSignal<Change | undefined>(undefined);
  const config = useData(async () => {
    const [whole, settings] = await Promise.all([
      api.get("/api/config", { query: { units: "true" } }),
      api.get("/api/config/settings", { query: { language } }),
    ]);
    return { whole, settings };
  }, [api, language]);
  const change = async (before: Setting, value: readonly string[] | undefined) => {
    const path = "/api/config/settings/{key}";
    const params = { key: before.key };
    const { setting, restart } =
      value === undefined
        ? await api.send("DELETE", path, { params })
        : await api.send("PUT", path, { params, body: { value: [...value] } });
    latest.value = { before, after: setting, restart };
    await config.reload();
  };
  const undo = ({ before, after }: Change) =>
    change(after, before.from === "project" || before.from === "team" ? before.value : undefined)
      .then(() => {
        latest.value = undefined;
      })
      .catch(report);
  const { value: done } = latest;
  return (
    <section class="stack">
      <h2>{say("config")}</h2>
      <p class="soft small">
        <RichText text={say("configLead")} />
      </p>
      <SearchBox
        label={say("configSearch")}
        value={text.value}
        onInput={(next) => {
          text.value = next;
        }}
      />
      {done === undefined ? null : (
        <Note tone="good">
          {say("settingChanged", { key: done.after.key, value: done.after.value.join(", ") || "–" })}{" "}
          {done.restart ? `${say("settingRestart")} ` : ""}
          <Button small kind="quiet" onClick={() => void undo(done)}>
            {say("settingUndo")}
          </Button>
        </Note>
      )}
      <LoadedView data={config}>
        {({ whole, settings }) => (
          <>
            <ConfigTable
              rows={configRows(whole, settings).filter((row) =>
                matches(row, text.value.trim().toLowerCase()),
              )}
              onChange={(setting) => {
                edited.value = setting;
              }}
            />
            <details class="small">
              <summary>{say("configJson")}</summary>
              <JsonBlock value={whole} />
            </details>
          </>
        )}
      </LoadedView>
      {edited.value === undefined ? null : (
        <SettingForm
          setting={edited.value}
          onSave={change}
          onClose={() => {
            edited.value = undefined;
          }}
        />
      )}
    </section>
  );
}

function matches({ path, shown, setting }: ConfigRow, wanted: string): boolean {
  return [path, shown, setting?.about ?? ""].some((text) => text.toLowerCase().includes(wanted));
}

interface ConfigTableProps {
  readonly rows: readonly ConfigRow[];
  onChange(setting: Setting): void;
}

function ConfigTable({ rows, onChange }: ConfigTableProps) {
  const say = useWords(settingsWords);
  if (rows.length === 0) return <p class="soft small">{say("configNothing")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="table boxed tall" tabIndex={0}>
      <table>
        <tbody>
          {rows.map(({ path, shown, setting }) => (
            <tr key={path}>
              <th scope="row">
                <code>{path}</code>
                {setting === undefined || setting.about === "" ? null : (
                  <div class="soft tiny">{setting.about}</div>
                )}
              </th>
              <td>{shown === "" ? <span class="faint">–</span> : <code>{shown}</code>}</td>
              <td>
                {setting === undefined ? null : (
                  <Button
                    small
                    kind="quiet"
                    label={say("settingChangeOf", { key: path })}
                    onClick={() => onChange(setting)}
                  >
                    {say("settingChange")}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
