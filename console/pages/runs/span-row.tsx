import { useFormat } from "../../core/use-format.ts";
import { type Say, useWords } from "../../core/words.ts";
import { callSummary } from "../../parts/call/call-summary.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { runsWords } from "../../words/runs.ts";
import type { Span } from "./spans.ts";

const ICONS: Readonly<Record<Span["kind"], IconName>> = {
  step: "runs",
  model: "spark",
  call: "tools",
  approval: "approvals",
};

interface SpanRowProps {
  readonly span: Span;
  readonly length: number;
  readonly open: boolean;
  onToggle(): void;
}

/** One bar of the timeline with its name, its subject, and its duration. */
export function SpanRow({ span, length, open, onToggle }: SpanRowProps) {
  const say = useWords(runsWords);
  const format = useFormat();
  const { kind, label, start, end, failed, call, reply } = span;
  const begins = say("after", { time: format.duration(start) });
  const body = (
    <>
      <span class={`timeline-name of-${kind}`}>
        <Icon name={ICONS[kind]} />
        <span class="timeline-label">
          <span class="only-heard">{say(kind)} </span>
          {kind === "approval" ? say("approval") : kind === "step" ? stepName(label, say) : label}
          {failed ? <span class="only-heard"> {say("failed")}</span> : null}
        </span>
        {call === undefined ? null : <span class="timeline-about">{callSummary(call.params)}</span>}
        {reply === undefined ? null : (
          <span class="timeline-about">
            {say("tokens", {
              count: format.number(reply.record.usage.inputTokens + reply.record.usage.outputTokens),
            })}
          </span>
        )}
      </span>
      <span class="timeline-track" title={begins}>
        <span
          class={`timeline-bar of-${kind}${failed ? " failed" : ""}`}
          style={{ left: `${(100 * start) / length}%`, width: `${(100 * (end - start)) / length}%` }}
        />
      </span>
      <span class="timeline-time">{format.duration(end - start)}</span>
      <span class="only-heard">{begins}</span>
    </>
  );
  return call === undefined && reply === undefined ? (
    <div class="timeline-row">{body}</div>
  ) : (
    <button type="button" class="timeline-row" aria-expanded={open} onClick={onToggle}>
      {body}
    </button>
  );
}

/** The steps of the agent, by the names of its workflow. */
const STEPS = {
  context_build: "stepContext",
  route: "stepRoute",
  skill_activate: "stepSkills",
  generate: "stepGenerate",
  tool_call: "stepTools",
  reflect: "stepReflect",
  validate: "stepValidate",
  enforce: "stepEnforce",
} as const satisfies Readonly<Record<string, keyof typeof runsWords>>;

function stepName(label: string, say: Say<typeof runsWords>): string {
  return Object.hasOwn(STEPS, label) ? say(STEPS[label as keyof typeof STEPS]) : label; // its own key
}
