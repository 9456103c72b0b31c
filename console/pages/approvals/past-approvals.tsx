import type { Approval, ApprovalStatus } from "../../../src/contract/asking/approval.ts";
import { useConsole } from "../../core/console-context.ts";
import { useNameOf } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { useFormat } from "../../core/use-format.ts";
import { usePages } from "../../core/use-pages.ts";
import { useWords } from "../../core/words.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { RowList } from "../../parts/row-list.tsx";
import { Time } from "../../parts/time.tsx";
import { approvalsWords } from "../../words/approvals.ts";
import { callWords } from "../../words/call.ts";

const TONES: Readonly<Record<ApprovalStatus, Tone>> = {
  pending: "care",
  approved: "good",
  denied: "bad",
  expired: "plain",
  withdrawn: "plain",
};

/** The questions that were answered or ended, latest first. */
export function PastApprovals() {
  const say = useWords(approvalsWords);
  const list = usePages("/api/approvals", 50);
  const past = list.items?.filter(({ status }) => status !== "pending");
  return (
    <RowList
      list={{ ...list, items: past }}
      keyOf={({ id }) => id}
      empty={
        <EmptyState icon="approvals" title={say("pastEmpty")}>
          <p>{say("pastEmptyBody")}</p>
        </EmptyState>
      }
    >
      {(approval) => <PastRow approval={approval} />}
    </RowList>
  );
}

function PastRow({ approval }: { approval: Approval }) {
  const say = useWords(approvalsWords);
  const sayCall = useWords(callWords);
  const format = useFormat();
  const nameOf = useNameOf();
  const language = useConsole().preferences.language.value;
  const { tool, words, status, answers, runId, callId, createdAt } = approval;
  return (
    <a class="row" href={`${addressOf("runs", runId)}?call=${encodeURIComponent(callId)}`}>
      <div class="row-text">
        <p class="row-title">
          <code>{tool}</code>
          <Badge tone={TONES[status]}>{sayCall(status)}</Badge>
        </p>
        <p class="row-note clamp">{words[language].join("; ")}</p>
        {answers.map(({ answer, by, at, reason }) => (
          <p key={at} class="faint tiny">
            {say("by", { answer: say(answer), who: nameOf(by), when: format.ago(at) })} ·{" "}
            {say("waited", { time: format.duration(at - createdAt) })}
            {reason === undefined ? null : ` · ${say("saying", { reason })}`}
          </p>
        ))}
      </div>
      <span class="row-side">
        <Time at={createdAt} />
      </span>
    </a>
  );
}
