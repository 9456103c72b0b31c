import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { canPush, pushTarget, turnPushOff, turnPushOn } from "../../core/push.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Switch } from "../../parts/switch.tsx";
import { settingsWords } from "../../words/settings.ts";

/** Whether this browser gets notifications while the page is closed. */
export function PushSetting() {
  const { api, preferences, notices } = useConsole();
  const report = useReport();
  const say = useWords(settingsWords);
  const known = useData(async () => (canPush() ? ((await pushTarget(api)) ?? "") : ""), []);
  const changed = useSignal<string | undefined>(undefined);
  const busy = useSignal(false);
  const id = changed.value ?? known.value ?? "";
  const work = async (task: () => Promise<void>) => {
    busy.value = true;
    try {
      await task();
    } catch (error) {
      // Browsers name a refusal differently: the permission distinguishes it from an unreachable push
      // service.
      if (!(error instanceof DOMException)) report(error);
      else
        notices.show("failed", say(Notification.permission === "denied" ? "pushBlocked" : "pushNoService"));
    } finally {
      busy.value = false;
    }
  };
  const change = (on: boolean) =>
    work(async () => {
      if (on) changed.value = await turnPushOn(api, preferences.language.value);
      else {
        await turnPushOff(api, id);
        changed.value = "";
      }
    });
  const test = () =>
    work(async () => {
      const { sent, problems } = await api.send("POST", "/api/push/test");
      if (sent > 0) notices.show("done", say("pushTested"));
      else notices.show("failed", say("pushNotTested"), problems[0] ?? "");
    });
  if (!canPush()) return <span class="hint">{say("pushCannot")}</span>;
  return (
    <div class="field">
      <span class="line">
        <Switch
          label={say("pushClosed")}
          on={id !== ""}
          disabled={busy.value}
          onChange={(on) => void change(on)}
        />
        <span class="small">{say("pushClosed")}</span>
      </span>
      <span class="hint">{say("pushHint")}</span>
      {id === "" ? null : (
        <div>
          <Button disabled={busy.value} onClick={() => void test()}>
            {say("pushTest")}
          </Button>
        </div>
      )}
    </div>
  );
}
