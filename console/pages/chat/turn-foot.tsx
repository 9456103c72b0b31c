import { useMay } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Time } from "../../parts/time.tsx";
import { chatWords } from "../../words/chat.ts";
import { answerText } from "./conversation-text.ts";
import { isTakenOver, type Turn } from "./turn.ts";
import type { TurnActions } from "./turn-view.tsx";

/** The outcome of a turn, and its actions. */
export function TurnFoot({ turn, actions: { again, edit } }: { turn: Turn; actions: TurnActions }) {
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
