import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { THEMES } from "../../core/preferences.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Switch } from "../../parts/switch.tsx";
import { settingsWords } from "../../words/settings.ts";
import { PushSetting } from "./push-setting.tsx";

const NAMES = [
  { value: "en", label: "English" },
  { value: "zh", label: "中文" },
] as const;

/** Theme, language and keys of this browser. */
export function AppearanceSettings() {
  const { theme, language, shortcuts, interfaces } = useConsole().preferences;
  const say = useWords(settingsWords);
  return (
    <section class="card padded" aria-label={say("appearance")}>
      <h2>{say("appearance")}</h2>
      <div class="field">
        <span class="label">{say("theme")}</span>
        <div>
          <Segments
            label={say("theme")}
            value={theme.value}
            options={THEMES.map((value) => ({ value, label: say(value) }))}
            onChange={(next) => {
              theme.value = next;
            }}
          />
        </div>
      </div>
      <div class="field">
        <span class="label">{say("language")}</span>
        <div>
          <Segments
            label={say("language")}
            value={language.value}
            options={NAMES}
            onChange={(next) => {
              language.value = next;
            }}
          />
        </div>
      </div>
      <div class="field">
        <span class="line">
          <Switch
            label={say("shortcuts")}
            on={shortcuts.value}
            onChange={(on) => {
              shortcuts.value = on;
            }}
          />
          <span class="small">{say("shortcuts")}</span>
        </span>
        <span class="hint">{say("shortcutsHint")}</span>
      </div>
      <div class="field">
        <span class="line">
          <Switch
            label={say("interfaces")}
            on={interfaces.value}
            onChange={(on) => {
              interfaces.value = on;
            }}
          />
          <span class="small">{say("interfaces")}</span>
        </span>
        <span class="hint">{say("interfacesHint")}</span>
      </div>
      <NotificationSetting />
      <PushSetting />
    </section>
  );
}

/** Whether the browser may notify the person while the page is in the background. */
function NotificationSetting() {
  const say = useWords(settingsWords);
  const known = "Notification" in window;
  const permission = useSignal(known ? Notification.permission : "denied");
  const allow = async () => {
    permission.value = await Notification.requestPermission();
  };
  return (
    <div class="field">
      <span class="label">{say("notifications")}</span>
      {permission.value === "default" ? (
        <div>
          <Button onClick={() => void allow()}>{say("allowNotifications")}</Button>
        </div>
      ) : (
        <span class="small">{say(permission.value === "granted" ? "notified" : "notNotified")}</span>
      )}
      <span class="hint">{say("notificationsHint")}</span>
    </div>
  );
}
