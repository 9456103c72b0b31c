import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { CallCard } from "../../parts/call/call-card.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Segments } from "../../parts/segments.tsx";
import { runsWords } from "../../words/runs.ts";
import { ModelCard } from "./model-card.tsx";
import { SpanRow } from "./span-row.tsx";
import { type Span, spansOf } from "./spans.ts";
import type { LogRecord } from "./use-records.ts";

const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** With more bars, filters are offered. */
const MANY = 12;

const FILTERS = {
  everything: () => true,
  callsOnly: ({ kind }: Span) => kind === "call",
  failedOnly: ({ failed }: Span) => failed,
} as const;
const FILTER_NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[]; // its own keys

/**
 * The actions of a run over time: a waterfall of steps, model requests, calls and waits. A call opens to its
 * card.
 */
export function Timeline({ records, onChange }: { records: readonly LogRecord[]; onChange(): void }) {
  const { api, route } = useConsole();
  const say = useWords(runsWords);
  const format = useFormat();
  // The open call is stored in the address, so that a link leads to it.
  const open = route.place.value.query.get("call");
  const filter = useSignal<keyof typeof FILTERS>("everything");
  const { spans, length } = spansOf(records);
  const shown = spans.filter(FILTERS[filter.value]);
  const undo = async (callId: string) => {
    await api.send("POST", "/api/calls/{call}/undo", { params: { call: callId } });
    onChange();
  };
  if (spans.length === 0)
    return (
      <EmptyState icon="runs" title={say("noSteps")}>
        <p>{say("noStepsBody")}</p>
      </EmptyState>
    );
  return (
    <>
      {spans.length < MANY ? null : (
        <Segments
          label={say("pick")}
          value={filter.value}
          options={FILTER_NAMES.map((value) => ({
            value,
            label: `${say(value)} (${spans.filter(FILTERS[value]).length})`,
          }))}
          onChange={(next) => {
            filter.value = next;
          }}
        />
      )}
      <section class="timeline" aria-label={say("timeline")}>
        <div class="timeline-axis" aria-hidden="true">
          <div class="timeline-ticks">
            {TICKS.map((tick) => (
              <span key={tick} style={{ left: `${100 * tick}%` }}>
                {format.duration(tick * length)}
              </span>
            ))}
          </div>
        </div>
        {shown.length === 0 ? <p class="soft small timeline-none">{say("noneOfThese")}</p> : null}
        <ol>
          {shown.map((span) => (
            <li key={span.key}>
              <SpanRow
                span={span}
                length={length}
                open={open === span.key}
                onToggle={() => route.ask("call", open === span.key ? "" : span.key)}
              />
              {open === span.key && span.reply !== undefined ? (
                <div class="timeline-card">
                  <ModelCard reply={span.reply.record} request={span.reply.request} />
                </div>
              ) : null}
              {open === span.key && span.call !== undefined ? (
                <div class="timeline-card">
                  <CallCard call={span.call} onUndo={undo} opened />
                </div>
              ) : null}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
