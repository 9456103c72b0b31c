import { useSignal } from "@preact/signals";
import type { Schedule, ScheduleStatus, When } from "../../../src/contract/user/schedule.ts";
import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { StatusBadge } from "../../parts/run/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import { schedulesWords } from "../../words/schedules.ts";
import { ScheduleActions } from "./schedule-actions.tsx";

const TONES: Readonly<Record<ScheduleStatus, Tone>> = {
  active: "good",
  paused: "care",
  done: "plain",
  cancelled: "plain",
};
const MOST_PAST = 5;

/** One scheduled task: when it is due, its last result, and its actions. */
export function ScheduleItem({ schedule, onChange }: { schedule: Schedule; onChange(): void }) {
  const say = useWords(schedulesWords);
  const whenWords = useWhenWords();
  const open = useSignal(false);
  const { title, task, kind, status, when, nextAt, current, runs, failures, skipped, past } = schedule;
  const next = nextAt !== undefined && status === "active";
  const facts = [
    ...(when.kind === "once" && next ? [] : [whenWords(when)]),
    ...(current !== undefined && current.parked !== true ? [say("running")] : []),
    ...(runs === 0 ? [] : [say("ran", { count: runs })]),
    ...(failures === 0 ? [] : [say("failed", { count: failures })]),
    ...(skipped === 0 ? [] : [say("left", { count: skipped })]),
  ];
  const latest = past.slice(-MOST_PAST).reverse();
  return (
    <div class="row wrap-narrow">
      <div class="row-text">
        <p class="row-title">
          {title}
          <Badge tone={TONES[status]}>{say(status)}</Badge>
          {kind === "reminder" ? <Badge>{say("reminder")}</Badge> : null}
        </p>
        {task === title ? null : <p class="row-note clamp">{task}</p>}
        <p class="faint tiny">
          {next ? (
            <>
              {say(when.kind === "once" ? "once" : "next")} <Time at={nextAt} form="date" /> (
              <Time at={nextAt} />){facts.length === 0 ? "" : " · "}
            </>
          ) : null}
          {facts.join(" · ")}
        </p>
        {latest.length === 0 ? null : (
          <a class="tiny" href={addressOf("chat", schedule.conversation)}>
            {say("conversation")}
          </a>
        )}{" "}
        {latest.length === 0 ? null : (
          <button
            type="button"
            class="link tiny"
            aria-expanded={open.value}
            onClick={() => {
              open.value = !open.value;
            }}
          >
            {say("latest")}
          </button>
        )}
        {open.value ? (
          <ul class="tiny">
            {latest.map(({ run, startedAt, status: ended }) => (
              <li key={run}>
                <a href={addressOf("runs", run)}>
                  <Time at={startedAt} form="date" />
                </a>{" "}
                <StatusBadge status={ended} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <ScheduleActions schedule={schedule} onChange={onChange} />
    </div>
  );
}

/** When a task is due, in words. */
function useWhenWords(): (when: When) => string {
  const say = useWords(schedulesWords);
  const format = useFormat();
  return (when) => {
    switch (when.kind) {
      case "once":
        return say("onceAt", { when: format.dateTime(when.at) });
      case "every":
        return say("everyTime", { time: format.duration(when.everyMs) });
      case "cron":
        return `${when.expression} (${when.timezone})`;
    }
  };
}
