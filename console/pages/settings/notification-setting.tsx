import { useSignal } from "@preact/signals";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { settingsWords } from "../../words/settings.ts";

/** Whether the browser may notify the person while the page is in the background. */
export function NotificationSetting() {
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
