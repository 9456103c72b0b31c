import type { Schedule } from "../../../src/contract/user/schedule.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { schedulesWords } from "../../words/schedules.ts";

/** The actions of a scheduled task: run it now, pause it, cancel it. */
export function ScheduleActions({ schedule, onChange }: { schedule: Schedule; onChange(): void }) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(schedulesWords);
  const mayAct = useMay("user");
  const asking = useFlag();
  const { id, title, status } = schedule;
  const params = { id };
  const attempt = async (work: () => Promise<unknown>, done = "") => {
    asking.turnOff();
    try {
      await work();
      if (done !== "") notices.show("done", done);
    } catch (error) {
      report(error);
    }
    onChange();
  };
  if (status === "done" || status === "cancelled" || !mayAct) return null;
  const next = status === "active" ? "paused" : "active";
  return (
    <div class="actions">
      <Button
        small
        onClick={() =>
          void attempt(() => api.send("POST", "/api/schedules/{id}/trigger", { params }), say("triggered"))
        }
      >
        {say("trigger")}
      </Button>
      <Button
        small
        onClick={() =>
          void attempt(() => api.send("PATCH", "/api/schedules/{id}", { params, body: { status: next } }))
        }
      >
        {say(status === "active" ? "pause" : "resume")}
      </Button>
      <Button small kind="danger" onClick={asking.turnOn}>
        {say("cancel")}
      </Button>
      {asking.on ? (
        <Confirm
          danger
          title={say("cancelTitle", { title })}
          action={say("cancelAction")}
          onConfirm={() => void attempt(() => api.send("DELETE", "/api/schedules/{id}", { params }))}
          onClose={asking.turnOff}
        >
          <p>{say("cancelBody")}</p>
        </Confirm>
      ) : null}
    </div>
  );
}
