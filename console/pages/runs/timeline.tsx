import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { CallCard } from "../../parts/call/call-card.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { runsWords } from "../../words/runs.ts";
import { type Span, spansOf } from "./spans.ts";
import type { LogRecord } from "./use-records.ts";

const ICONS: Readonly<Record<Span["kind"], IconName>> = {
  step: "runs",
  model: "spark",
  call: "tools",
  approval: "approvals",
};
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** What a run did and when: a waterfall of model requests, calls and waits. A call opens to its card. */
export function Timeline({ records, onChange }: { records: readonly LogRecord[]; onChange(): void }) {
  const { api } = useConsole();
  const say = useWords(runsWords);
  const format = useFormat();
  const open = useSignal<string | undefined>(undefined);
  const { spans, length } = spansOf(records);
  const undo = async (callId: string) => {
    await api.send("POST", `/api/calls/${encodeURIComponent(callId)}/undo`);
    onChange();
  };
  if (spans.length === 0)
    return (
      <EmptyState icon="runs" title={say("noSteps")}>
        <p>{say("noStepsBody")}</p>
      </EmptyState>
    );
  return (
    <section class="timeline" aria-label={say("timeline")}>
      <div class="timeline-axis" aria-hidden="true">
        {TICKS.map((tick) => (
          <span key={tick}>{format.duration(tick * length)}</span>
        ))}
      </div>
      <ol>
        {spans.map((span) => (
          <li key={span.key}>
            <SpanRow
              span={span}
              length={length}
              open={open.value === span.key}
              onToggle={() => {
                open.value = open.value === span.key ? undefined : span.key;
              }}
            />
            {open.value === span.key && span.call !== undefined ? (
              <div class="timeline-card">
                <CallCard call={span.call} onUndo={undo} />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface SpanRowProps {
  readonly span: Span;
  readonly length: number;
  readonly open: boolean;
  onToggle(): void;
}

function SpanRow({ span, length, open, onToggle }: SpanRowProps) {
  const say = useWords(runsWords);
  const format = useFormat();
  const { kind, label, start, end, failed, call } = span;
  const name = kind === "approval" ? say("approval") : label;
  const duration = format.duration(end - start);
  const body = (
    <>
      <span class={kind === "step" ? "timeline-name of-step" : "timeline-name"}>
        <Icon name={ICONS[kind]} />
        <span>
          <span class="only-heard">{say(kind)} </span>
          {name}
        </span>
      </span>
      <span class="timeline-track">
        <span
          class={`timeline-bar of-${kind}${failed ? " failed" : ""}`}
          style={{ left: `${(100 * start) / length}%`, width: `${(100 * (end - start)) / length}%` }}
        />
      </span>
      <span class="timeline-time">{duration}</span>
      <span class="only-heard">{say("after", { time: format.duration(start) })}</span>
    </>
  );
  return call === undefined ? (
    <div class="timeline-row">{body}</div>
  ) : (
    <button type="button" class="timeline-row" aria-expanded={open} onClick={onToggle}>
      {body}
    </button>
  );
}
