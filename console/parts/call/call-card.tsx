import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";
import { InlineApproval } from "../approval/inline-approval.tsx";
import { Badge } from "../badge.tsx";
import { Icon } from "../icon.tsx";
import { ProgressBar } from "../progress-bar.tsx";
import type { Call } from "./call.ts";
import { CallActions } from "./call-actions.tsx";
import { type CallPhase, callPhase } from "./call-phase.ts";
import { callSummary } from "./call-summary.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

/** Durations are shown only after this long. */
const LONG_MS = 1_000;

interface CallCardProps {
  readonly call: Call;
  /** Whether it begins open. */
  readonly opened?: boolean;
  onUndo?: (callId: string) => Promise<void>;
}

const SECOND = 1_000;

/** One call: its subject on one line, all details when opened, and its question if it asks. */
export function CallCard({ call, opened = false, onUndo }: CallCardProps) {
  const say = useWords(callWords);
  const format = useFormat();
  const phase = callPhase(call);
  const waited = useElapsed(call.startedAt, phase === "running" || phase === "waiting");
  const chosen = useSignal<boolean | undefined>(undefined);
  const wrote = useRef(false);
  // Live output is shown while the call runs, and stays afterwards: closing it would move the page.
  if (phase === "running" && call.live !== "") wrote.current = true;
  const body = useId();
  const { inner = [] } = call;
  const ended = inner.filter(({ result }) => result !== undefined).length;
  const shown = chosen.value ?? (opened || wrote.current);
  return (
    <article class={`call ${phase}`} aria-label={call.tool} data-call={call.callId}>
      <div class="call-line">
        <button
          type="button"
          class="call-head"
          aria-expanded={shown}
          aria-controls={body}
          onClick={() => {
            chosen.value = !shown;
          }}
        >
          <PhaseMark phase={phase} />
          <code class="call-tool">{call.tool}</code>
          <span class="call-about">
            {inner.length === 0
              ? callSummary(call.params)
              : say("innerCalls", { done: `${ended}`, count: `${inner.length}` })}
          </span>
          <CallVerdict call={call} phase={phase} />
          <span class="call-time">
            {call.durationMs === undefined
              ? `${say(phase)}${waited < LONG_MS ? "" : ` · ${format.duration(waited)}`}`
              : format.duration(call.durationMs)}
          </span>
          <Icon name={shown ? "down" : "right"} />
        </button>
        {onUndo === undefined || call.result === undefined ? null : (
          <CallActions call={call} onUndo={onUndo} />
        )}
      </div>
      {phase === "running" && call.progress !== undefined ? (
        <ProgressBar label={call.progress.message ?? say("running")} fraction={call.progress.fraction} />
      ) : null}
      {phase === "waiting" && call.question?.id !== undefined ? (
        <InlineApproval id={call.question.id} />
      ) : null}
      {shown ? null : <InnerQuestions calls={inner} />}
      <div id={body} class="call-body" hidden={!shown}>
        {shown && inner.length > 0 ? (
          <div class="call-inner stack tight">
            {inner.map((one) => (
              <CallCard key={one.callId} call={one} {...(onUndo === undefined ? {} : { onUndo })} />
            ))}
          </div>
        ) : null}
        {shown ? <LazyDetails call={call} /> : null}
      </div>
    </article>
  );
}

/** All details of a call, loaded with the first opened card. */
function LazyDetails({ call }: { call: Call }) {
  const { value: CallDetails } = useData(async () => (await import("./call-details.tsx")).CallDetails, []);
  return CallDetails === undefined ? null : <CallDetails call={call} />;
}

/** The questions of a program's calls, shown while it is folded. */
function InnerQuestions({ calls }: { calls: readonly Call[] }) {
  const waiting = calls.filter((call) => callPhase(call) === "waiting");
  return (
    <>
      {waiting.map(({ callId, question }) =>
        question?.id === undefined ? null : <InlineApproval key={callId} id={question.id} />,
      )}
    </>
  );
}

/** Whether it was undone; else the verdict, if it is not obvious; after an answer, the answer. */
function CallVerdict({ call: { verdict, question, undone }, phase }: { call: Call; phase: CallPhase }) {
  const say = useWords(callWords);
  if (undone !== undefined) return <Badge>{say("undoneMark")}</Badge>;
  if (question?.answer === "approve") return <Badge tone="good">{say("approved")}</Badge>;
  if (question?.answer === "deny") return <Badge tone="bad">{say("denied")}</Badge>;
  if (question?.answer !== undefined) return <Badge>{say(question.answer)}</Badge>;
  // A feature that is off asks if a person can turn it on.
  if (question !== undefined || phase === "waiting") return <VerdictBadge verdict="ask" />;
  return verdict === undefined || verdict === "allow" ? null : <VerdictBadge verdict={verdict} />;
}

function PhaseMark({ phase }: { phase: CallPhase }) {
  const say = useWords(callWords);
  return (
    <span class="call-mark">
      {phase === "done" ? (
        <Icon name="check" />
      ) : phase !== "running" && phase !== "waiting" ? (
        <Icon name="close" />
      ) : (
        <span class="dot busy" />
      )}
      <span class="only-heard">{say(phase)}</span>
    </span>
  );
}

/** The elapsed time of something, updated every second while it is under way. */
function useElapsed(since: string, goesOn: boolean): number {
  const elapsed = useSignal(0);
  useEffect(() => {
    if (!goesOn) return undefined;
    const look = () => {
      elapsed.value = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / SECOND) * SECOND);
    };
    look();
    const timer = setInterval(look, SECOND);
    return () => clearInterval(timer);
  }, [since, goesOn]);
  return elapsed.value;
}
