import { useSignal } from "@preact/signals";
import type { Approval } from "../../../src/contract/approval.ts";
import { originLines } from "../../../src/text/origin-words.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";
import { Button } from "../button.tsx";
import { ReasonList } from "../call/reason-list.tsx";
import { RiskBadge } from "../call/risk-badge.tsx";
import { CodeBlock } from "../code-block.tsx";
import { JsonBlock } from "../json-block.tsx";
import { NeedsRole } from "../needs-role.tsx";
import { Note } from "../note.tsx";
import { Time } from "../time.tsx";
import { PlanLines } from "./plan-lines.tsx";
import { PreviewView } from "./preview-view.tsx";
import { firstScope, type Scope, ScopeChoice } from "./scope-choice.tsx";
import { useAnswer } from "./use-answer.ts";

interface ApprovalCardProps {
  readonly approval: Approval;
  onAnswered(approval: Approval): void;
}

/** A question with all that is needed to answer it, and the buttons that do. */
export function ApprovalCard({ approval, onAnswered }: ApprovalCardProps) {
  const say = useWords(callWords);
  const language = useConsole().preferences.language.value;
  const { id, hash, title, tool, words, preview, lines, risk, quorum, answers, expiresAt } = approval;
  const origins = originLines(approval, language);
  const asked = (lines ?? []).flatMap(({ verdict }, index) => (verdict === "ask" ? [index + 1] : []));
  const scope = useSignal<Scope>(firstScope(approval));
  const chosen = useSignal<ReadonlySet<number>>(new Set(asked));
  const open = useSignal(false);
  const { busy, give } = useAnswer(onAnswered);
  const mayChangeRules = useMay("admin");
  const refusals = mayChangeRules
    ? (approval.ruleOffers ?? []).filter(({ answer }) => answer === "deny")
    : [];
  const approve = () =>
    give(id, {
      answer: "approve",
      callHash: hash,
      ...scope.value,
      lines: lines === undefined ? undefined : [...chosen.value].sort((a, b) => a - b),
    });
  return (
    <article class="approval" aria-label={say("question", { tool })} data-approval={id}>
      <div class="approval-head">
        <strong>
          {title?.[language] ??
            (lines === undefined ? say("question", { tool }) : say("plan", { count: lines.length }))}
        </strong>
        <RiskBadge risk={risk} />
        <span class="faint tiny">
          {say("expires")} <Time at={expiresAt} />
        </span>
      </div>
      {approval.off === undefined ? null : <Note tone="care">{approval.off[language]}</Note>}
      {lines === undefined ? (
        <ul class="touches">
          {words[language].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <PlanLines
          lines={lines}
          chosen={chosen.value}
          onChoose={(next) => {
            chosen.value = next;
          }}
        />
      )}
      {origins.length === 0 ? null : (
        <ul class="touches" aria-label={say("origins")}>
          {origins.map(({ text, asks }) => (
            <li key={text} class={asks ? "warned" : "faint"}>
              {text}
            </li>
          ))}
        </ul>
      )}
      {preview === undefined ? null : <PreviewView preview={preview} />}
      <ScopeChoice
        approval={approval}
        chosen={scope.value}
        onChoose={(chosenScope) => {
          scope.value = chosenScope;
        }}
      />
      {quorum > 1 ? (
        <p class="soft small">{say("quorum", { given: answers.length, needed: quorum })}</p>
      ) : null}
      <div class="actions">
        <NeedsRole needed="approver">
          <Button
            kind="main-action"
            icon="check"
            busy={busy === "approve"}
            disabled={busy !== undefined || (lines !== undefined && chosen.value.size === 0)}
            onClick={approve}
          >
            {lines === undefined
              ? say(approval.off === undefined ? "approve" : "turnOnAndApprove")
              : say("approveLines", { count: chosen.value.size, total: asked.length })}
          </Button>
          <Button
            kind="danger"
            busy={busy === "deny"}
            disabled={busy !== undefined}
            onClick={() => give(id, { answer: "deny", callHash: hash })}
          >
            {say("denyAction")}
          </Button>
          {refusals.map(({ key, words: refusal }) => (
            <Button
              key={key}
              kind="quiet"
              disabled={busy !== undefined}
              onClick={() => give(id, { answer: "deny", callHash: hash, rule: key })}
            >
              {refusal[language]}
            </Button>
          ))}
        </NeedsRole>
        <Button
          kind="quiet"
          expanded={open.value}
          onClick={() => {
            open.value = !open.value;
          }}
        >
          {open.value ? say("hideDetails") : say("details")}
        </Button>
      </div>
      {open.value ? (
        <div class="stack">
          <p class="part-head">{say("reasons")}</p>
          <ReasonList reasons={approval.reasons} />
          <p class="part-head">{say("input")}</p>
          <JsonBlock value={approval.input} />
          <p class="part-head">{say("replay")}</p>
          <CodeBlock text={approval.replay} wrap />
        </div>
      ) : null}
    </article>
  );
}
