import type { Approval, ApprovalStatus } from "../../../src/contract/approval.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { approvalsWords } from "../../words/approvals.ts";
import { callWords } from "../../words/call.ts";

const TONES: Readonly<Record<ApprovalStatus, Tone>> = {
  pending: "care",
  approved: "good",
  denied: "bad",
  expired: "plain",
  withdrawn: "plain",
};

/** The questions that were answered or ended, the latest first. */
export function PastApprovals() {
  const { api, preferences } = useConsole();
  const say = useWords(approvalsWords);
  const sayCall = useWords(callWords);
  const format = useFormat();
  const language = preferences.language.value;
  const list = useData(() => api.get<Approval[]>("/api/approvals", { limit: 100 }), [api]);
  return (
    <LoadedView data={list}>
      {(all) => {
        const past = all.filter(({ status }) => status !== "pending");
        if (past.length === 0)
          return (
            <EmptyState icon="approvals" title={say("pastEmpty")}>
              <p>{say("pastEmptyBody")}</p>
            </EmptyState>
          );
        return (
          <ul class="rows">
            {past.map(({ id, tool, words, status, answers, runId, createdAt }) => (
              <li key={id}>
                <a class="row" href={addressOf("runs", runId)}>
                  <div class="row-text">
                    <p class="row-title">
                      <code>{tool}</code>
                      <Badge tone={TONES[status]}>{sayCall(status)}</Badge>
                    </p>
                    <p class="row-note clamp">{words[language].join("; ")}</p>
                    {answers.map(({ answer, by, at }) => (
                      <p key={at} class="faint tiny">
                        {say("by", { answer: say(answer), who: by, when: format.ago(at) })}
                      </p>
                    ))}
                  </div>
                  <span class="row-side">{format.ago(createdAt)}</span>
                </a>
              </li>
            ))}
          </ul>
        );
      }}
    </LoadedView>
  );
}
