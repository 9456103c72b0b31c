import { useEffect } from "preact/hooks";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useChoice } from "../../core/use-choice.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { ArtifactList } from "../../parts/artifact/artifact-list.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { StatusBadge } from "../../parts/run/status-badge.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Time } from "../../parts/time.tsx";
import { runsWords } from "../../words/runs.ts";
import { FlowList } from "./flow-list.tsx";
import { RunChecks } from "./run-checks.tsx";
import { RunLog } from "./run-log.tsx";
import { Timeline } from "./timeline.tsx";
import { type Records, useRecords } from "./use-records.ts";

const MODES = { interactive: "withPerson", unattended: "unattended", ci: "inCi" } as const;

/** One run: its figures, its timeline, its log, and its checks. */
export function RunView({ id }: { id: string }) {
  const { api, live } = useConsole();
  const say = useWords(runsWords);
  const run = useData(() => api.get("/api/runs/{run}", { params: { run: id } }), [id]);
  const records = useRecords(id);
  const { reload } = run;
  useEffect(
    () =>
      live.subscribe((event) => {
        const missed = event === "connected";
        if (!missed && !("runId" in event)) return;
        if (!missed && (event.runId !== id || event.type.endsWith("-delta"))) return;
        if (missed || event.type === "run-end") void reload();
        void records.reload();
      }),
    [live, id, reload, records.reload],
  );
  return (
    <div class="page">
      <p class="small">
        <a href={addressOf("runs")}>← {say("back")}</a>
      </p>
      <LoadedView data={run}>
        {(info) => (
          <>
            <div class="stack">
              <h1 class="break">{info.title || say("untitled")}</h1>
              <p class="line small soft">
                <StatusBadge status={info.status} />
                <code>{info.id}</code>
                <a href={`${addressOf("runs")}?compare=${info.id}`}>{say("compare")}</a>
                {info.conversation === undefined ? null : (
                  <a href={`${addressOf("chat", info.conversation)}?run=${info.id}`}>{say("conversation")}</a>
                )}
              </p>
            </div>
            <RunFigures run={info} />
            <RunChecks run={info} />
          </>
        )}
      </LoadedView>
      {run.problem !== undefined ? null : <RunRecords id={id} records={records} />}
    </div>
  );
}

/** The files and the actions of the run: as a timeline, or record by record. */
function RunRecords({ id, records }: { id: string; records: Records }) {
  const say = useWords(runsWords);
  const [view, show] = useChoice("view", ["timeline", "log"]);
  const made = (records.value ?? []).filter((record) => record.type === "artifact-end");
  return (
    <>
      {made.length === 0 ? null : <ArtifactList runId={id} artifacts={made} />}
      <Segments
        label={say("show")}
        value={view}
        options={[
          { value: "timeline", label: say("timeline") },
          { value: "log", label: say("log") },
        ]}
        onChange={show}
      />
      <LoadedView data={records}>
        {(loadedRecords) => (
          <>
            {view === "timeline" ? (
              <Timeline records={loadedRecords} onChange={() => void records.reload()} />
            ) : (
              <RunLog
                records={loadedRecords}
                onEarlier={records.more ? () => void records.loadEarlier() : undefined}
              />
            )}
            <FlowList records={loadedRecords} />
          </>
        )}
      </LoadedView>
    </>
  );
}

function RunFigures({ run }: { run: Answer<"get", "/api/runs/{run}"> }) {
  const say = useWords(runsWords);
  const format = useFormat();
  const { startedAt, endedAt, calls, records, mode, user, tokens, cost, unpriced = 0, saved = 0 } = run;
  const figures = [
    [say("started"), <Time key="started" at={startedAt} form="date" />],
    [say("duration"), endedAt === undefined ? say("open") : format.duration(endedAt - startedAt)],
    [say("callCount"), format.number(calls)],
    ...(tokens === undefined
      ? []
      : [[say("tokensBoth"), `${format.number(tokens.input)} + ${format.number(tokens.output)}`] as const]),
    // An offline model has no price and costs nothing: only counted cost is shown.
    ...(cost === undefined || (cost === 0 && unpriced === 0)
      ? []
      : [
          [
            say("cost"),
            unpriced === 0 ? format.money(cost) : say("costUnknown", { cost: format.money(cost) }),
          ] as const,
        ]),
    ...(saved === 0 ? [] : [[say("saved"), format.money(saved)] as const]),
    [say("records"), format.number(records)],
    [say("mode"), say(MODES[mode])],
    ...(user === undefined ? [] : [[say("owner"), user] as const]),
  ] as const;
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
