import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { ArtifactList } from "../../parts/artifact/artifact-list.tsx";
import { Badge } from "../../parts/badge.tsx";
import { CallCard } from "../../parts/call/call-card.tsx";
import { callPhase } from "../../parts/call/call-phase.ts";
import { Icon } from "../../parts/icon.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { Note } from "../../parts/note.tsx";
import { chatWords } from "../../words/chat.ts";
import { type Item, isOpen, type Turn } from "./turn.ts";

interface TurnProps {
  readonly turn: Turn;
  onUndo(callId: string): Promise<void>;
}

/** One message and its answer. */
export function TurnView({ turn, onUndo }: TurnProps) {
  const say = useWords(chatWords);
  return (
    <article class="turn">
      <div class="said">
        <h2 class="only-heard">{say("you")}</h2>
        <p>{turn.message}</p>
        {turn.files.map((name) => (
          <p key={name} class="line tiny soft">
            <Icon name="attach" />
            {name}
          </p>
        ))}
      </div>
      <div class="answer">
        <h2 class="only-heard">{say("answer")}</h2>
        {turn.items.map((item, index) => (
          <ItemView key={index} item={item} onUndo={onUndo} />
        ))}
        {turn.runId === undefined || turn.artifacts.length === 0 ? null : (
          <ArtifactList runId={turn.runId} artifacts={turn.artifacts} />
        )}
        {isOpen(turn) ? <Doing turn={turn} /> : <TurnFoot turn={turn} />}
      </div>
    </article>
  );
}

function ItemView({ item, onUndo }: { item: Item; onUndo: TurnProps["onUndo"] }) {
  const say = useWords(chatWords);
  switch (item.kind) {
    case "text":
      return <Markdown text={item.text} />;
    case "call":
      return <CallCard call={item.call} onUndo={onUndo} />;
    case "notice":
      return <Note>{item.text}</Note>;
    case "reply":
      return (
        <Note>
          <p>{say(item.reply.accepted === false ? "notCounted" : item.reply.type)}</p>
          <p class="tiny" lang="en">
            {item.reply.message}
          </p>
        </Note>
      );
    case "skill":
      return (
        <p class="line soft small">
          <Icon name="skills" />
          <a href={addressOf("skills", item.skill)}>{say("skill", { skill: item.skill })}</a>
          <span class="faint">{item.why}</span>
        </p>
      );
    case "reflection":
      return (
        <p class="line soft small">
          <Icon name="refresh" />
          {say("lessons")}
          <span class="faint">{item.reflection.assessment}</span>
        </p>
      );
  }
}

/** What goes on right now, in a line. */
function Doing({ turn }: { turn: Turn }) {
  const say = useWords(chatWords);
  const last = turn.items.at(-1);
  if (last?.kind === "text" && !last.whole) return null;
  const waits = turn.items.some((item) => item.kind === "call" && callPhase(item.call) === "waiting");
  const word = waits
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

function TurnFoot({ turn }: { turn: Turn }) {
  const say = useWords(chatWords);
  const format = useFormat();
  const { runId, status, startedAt, endedAt, tokens } = turn;
  return (
    <div class="turn-foot">
      {status === "failed" || status === "cancelled" || status === "interrupted" ? (
        <Badge tone={status === "failed" ? "bad" : "care"}>{say(status)}</Badge>
      ) : null}
      {endedAt === undefined ? null : <span>{format.duration(endedAt - startedAt)}</span>}
      {tokens === 0 ? null : <span>{say("tokens", { count: format.number(tokens) })}</span>}
      {runId === undefined ? null : <a href={addressOf("runs", runId)}>{say("showRun")}</a>}
    </div>
  );
}
