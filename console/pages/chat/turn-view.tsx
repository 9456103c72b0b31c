import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import { useMay } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { RunApprovals } from "../../parts/approval/inline-approval.tsx";
import { ArtifactList } from "../../parts/artifact/artifact-list.tsx";
import { ArtifactPicture } from "../../parts/artifact/artifact-picture.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import type { Call } from "../../parts/call/call.ts";
import { CallCard } from "../../parts/call/call-card.tsx";
import { callPhase, countWaiting } from "../../parts/call/call-phase.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Time } from "../../parts/time.tsx";
import { chatWords } from "../../words/chat.ts";
import { answerText } from "./conversation-text.ts";
import { groupSteps } from "./group-steps.ts";
import { CallInterfaces } from "./interface/call-interfaces.tsx";
import { splitMessage } from "./split-message.ts";
import { isOpen, isTakenOver, type Turn } from "./turn.ts";
import { TurnItem } from "./turn-item.tsx";

/** The actions of a turn. */
export interface TurnActions {
  undo(callId: string): Promise<void>;
  /** Sends the message again. `undefined` during a run. */
  readonly again: ((message: string) => void) | undefined;
  /** Puts the message into the composer for editing. `undefined` during a run. */
  readonly edit: ((turn: Turn) => void) | undefined;
  /** Puts a text into the composer. Returns false if the person is writing something else. */
  compose(text: string): boolean;
}

interface TurnProps {
  readonly turn: Turn;
  readonly actions: TurnActions;
}

/** One message and its answer. It is not rendered again while only other turns change. */
export function TurnView({ turn, actions }: TurnProps) {
  return useMemo(() => <TurnBody turn={turn} actions={actions} />, [turn, actions]);
}

function TurnBody({ turn, actions }: TurnProps) {
  const say = useWords(chatWords);
  const waits = waitingCalls(turn);
  return (
    <article class="turn" data-run={turn.runId}>
      {turn.scheduled === undefined ? (
        <div class="said">
          <h2 class="only-heard">{say("you")}</h2>
          <p>{splitMessage(turn.message).text}</p>
          <SentFiles turn={turn} />
        </div>
      ) : (
        <h2 class="line soft small">
          <Icon name="schedules" />
          {say(turn.scheduled)} · {turn.message}
        </h2>
      )}
      <div class="answer">
        <h2 class="only-heard">{say("answer")}</h2>
        {groupSteps(turn.items).map((item, index) => (
          <Fragment key={index}>
            {item.kind === "steps" ? (
              <Steps calls={item.calls} onUndo={actions.undo} />
            ) : (
              <TurnItem item={item} onUndo={actions.undo} />
            )}
            <CallInterfaces
              calls={item.kind === "steps" ? item.calls : item.kind === "call" ? [item.call] : []}
              compose={actions.compose}
            />
          </Fragment>
        ))}
        {turn.runId === undefined || waits < 2 ? null : <RunApprovals runId={turn.runId} count={waits} />}
        {turn.runId === undefined || turn.artifacts.length === 0 ? null : (
          <ArtifactList runId={turn.runId} artifacts={turn.artifacts} />
        )}
        {isOpen(turn) ? <Doing turn={turn} /> : <TurnFoot turn={turn} actions={actions} />}
      </div>
    </article>
  );
}

/** How many calls wait for a person. */
function waitingCalls({ items }: Turn): number {
  return items.reduce((sum, item) => sum + (item.kind === "call" ? countWaiting(item.call) : 0), 0);
}

/** What is under way, on one line. */
function Doing({ turn }: { turn: Turn }) {
  const say = useWords(chatWords);
  const last = turn.items.at(-1);
  if (last?.kind === "text" && !last.whole) return null;
  const word =
    waitingCalls(turn) > 0
      ? "waitingForYou"
      : last?.kind === "call" && last.call.result === undefined
        ? "working"
        : "thinking";
  return (
    <p class="doing" role="status">
      <span class="dot busy" />
      {say(word)}
    </p>
  );
}

/** The files of a message: pictures as thumbnails, others by name. */
function SentFiles({ turn }: { turn: Turn }) {
  const { files } = splitMessage(turn.message);
  const named = files.length > 0 ? files : turn.files.map((name) => ({ name, isPicture: false }));
  return (
    <>
      {named.map(({ name, isPicture }) => (
        <p key={name} class="line tiny soft">
          {isPicture && turn.runId !== undefined ? (
            <ArtifactPicture runId={turn.runId} name={name} sent />
          ) : (
            <Icon name="attach" />
          )}
          {name}
        </p>
      ))}
    </>
  );
}

/** Several calls on one line, which opens to each of them. */
function Steps({ calls, onUndo }: { calls: readonly Call[]; onUndo(callId: string): Promise<void> }) {
  const say = useWords(chatWords);
  const format = useFormat();
  const phases = calls.map(callPhase);
  const failed = phases.filter((phase) => phase === "failed").length;
  const unrun = phases.filter((phase) => phase !== "failed" && phase !== "done").length;
  const tools = [...new Set(calls.map(({ tool }) => tool))];
  const ms = calls.reduce((total, { durationMs = 0 }) => total + durationMs, 0);
  return (
    <details class="steps">
      <summary>
        <strong>{say("steps", { count: calls.length })}</strong>
        <span class="call-about">{tools.join(", ")}</span>
        {failed === 0 ? null : <Badge tone="bad">{say("stepsFailed", { count: failed })}</Badge>}
        {unrun === 0 ? null : <Badge tone="plain">{say("stepsUnrun", { count: unrun })}</Badge>}
        <span class="call-time">{format.duration(ms)}</span>
      </summary>
      <div class="stack">
        {calls.map((call) => (
          <CallCard key={call.callId} call={call} onUndo={onUndo} />
        ))}
      </div>
    </details>
  );
}

/** The outcome of a turn, and its actions. */
function TurnFoot({ turn, actions: { again, edit } }: { turn: Turn; actions: TurnActions }) {
  const say = useWords(chatWords);
  const format = useFormat();
  const mayWrite = useMay("user");
  const { runId, status, startedAt, endedAt, tokens, message, scheduled } = turn;
  const answer = answerText(turn);
  return (
    <div class="turn-foot">
      {status === "failed" || status === "cancelled" || status === "interrupted" ? (
        <Badge tone={status === "failed" ? "bad" : status === "cancelled" ? "plain" : "care"}>
          {say(status)}
        </Badge>
      ) : null}
      <span class="turn-actions">
        {answer === "" ? null : <CopyButton text={answer} label={say("copyAnswer")} />}
        {mayWrite && again !== undefined && scheduled === undefined ? (
          <>
            <Button small kind="quiet" icon="refresh" label={say("again")} onClick={() => again(message)} />
            <Button small kind="quiet" icon="edit" label={say("edit")} onClick={() => edit?.(turn)} />
          </>
        ) : null}
      </span>
      <Time at={startedAt} />
      {endedAt === undefined ? null : <span>{format.duration(endedAt - startedAt)}</span>}
      {tokens === 0 ? null : <span>{say("tokens", { count: format.number(tokens) })}</span>}
      {runId === undefined || isTakenOver(runId) ? null : (
        <a href={addressOf("runs", runId)}>{say("showRun")}</a>
      )}
    </div>
  );
}
