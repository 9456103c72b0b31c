import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { useLiveReload } from "../../core/use-live-reload.ts";
import { usePages } from "../../core/use-pages.ts";
import { useWaiting } from "../../core/use-waiting.ts";
import { useWords } from "../../core/words.ts";
import { RowList } from "../../parts/row-list.tsx";
import { StatusBadge } from "../../parts/run/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import { insightsWords } from "../../words/insights.ts";
import { runsWords } from "../../words/runs.ts";

/** Today's runs, live: one day of figures makes no curve yet. */
export function TodayRuns({ day }: { day: string }) {
  const say = useWords(insightsWords);
  const tell = useWords(runsWords);
  const format = useFormat();
  const runs = usePages("/api/runs", 10, { from: Date.parse(`${day}T00:00:00Z`) });
  const asked = useWaiting();
  useLiveReload(["run-start", "run-end"], runs.reload);
  useLiveReload(["approval-start", "approval-end"], asked.reload);
  const waiting = new Set(asked.value?.map(({ runId }) => runId));
  return (
    <section class="stack" aria-label={say("runsToday")}>
      <div class="section-head">
        <h2>{say("runsToday")}</h2>
        <a href={`${addressOf("runs")}?day=${day}`}>{say("allRuns")}</a>
      </div>
      <RowList list={runs} keyOf={({ id }) => id} empty={<p class="soft">{say("emptyTitle")}</p>}>
        {({ id, title, status, startedAt, calls, tokens }) => (
          <a class="row" href={addressOf("runs", id)}>
            <div class="row-text">
              <p class="row-title">
                <span class="clamp">{title || id}</span>
              </p>
              <p class="faint tiny">
                {[
                  tell("calls", { count: calls }),
                  ...(tokens === undefined
                    ? []
                    : [tell("tokens", { count: format.number(tokens.input + tokens.output) })]),
                ].join(" · ")}
              </p>
            </div>
            <span class="row-side">
              <StatusBadge status={status === "open" && waiting.has(id) ? "parked" : status} />
              <Time at={startedAt} />
            </span>
          </a>
        )}
      </RowList>
    </section>
  );
}
