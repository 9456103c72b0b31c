import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Approval } from "../../../src/contract/asking/approval.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useWords } from "../../core/words.ts";
import { questionWords } from "../../words/question.ts";
import { Button } from "../button.tsx";
import { NeedsRole } from "../needs-role.tsx";
import { DenyReason } from "./deny-reason.tsx";
import type { Scope } from "./scope-choice.tsx";
import { useAnswer } from "./use-answer.ts";

interface AnswerButtonsProps {
  readonly approval: Approval;
  readonly scope: Scope;
  /** The chosen lines of a plan, counting from 1. */
  readonly chosen: ReadonlySet<number>;
  onAnswered(approval: Approval): void;
  /** The content beside the buttons. */
  readonly children: ComponentChildren;
}

/** The buttons that answer a question. */
export function AnswerButtons({ approval, scope, chosen, onAnswered, children }: AnswerButtonsProps) {
  const say = useWords(questionWords);
  const language = useConsole().preferences.language.value;
  const { id, hash, lines } = approval;
  const asked = (lines ?? []).filter(({ verdict }) => verdict === "ask").length;
  const saysWhy = useSignal(false);
  const { busy, give } = useAnswer(onAnswered);
  const mayChangeRules = useMay("admin");
  const refusals = mayChangeRules
    ? (approval.ruleOffers ?? []).filter(({ answer }) => answer === "deny")
    : [];
  const deny = (more: { reason?: string; rule?: string } = {}) =>
    void give(id, { answer: "deny", callHash: hash, ...more });
  const approve = () =>
    void give(id, {
      answer: "approve",
      callHash: hash,
      ...scope,
      lines: lines === undefined ? undefined : [...chosen].sort((a, b) => a - b),
    });
  return (
    <>
      <div class="actions">
        <NeedsRole needed="approver">
          <Button
            kind="main-action"
            icon="check"
            busy={busy === "approve"}
            disabled={busy !== undefined || (lines !== undefined && chosen.size === 0)}
            onClick={approve}
          >
            {lines === undefined
              ? say(approval.off === undefined ? "approve" : "turnOnAndApprove")
              : say("approveLines", { count: chosen.size, total: asked })}
          </Button>
          <Button kind="danger" busy={busy === "deny"} disabled={busy !== undefined} onClick={() => deny()}>
            {say("denyAction")}
          </Button>
          <Button
            kind="quiet"
            class="say-why"
            expanded={saysWhy.value}
            disabled={busy !== undefined}
            onClick={() => {
              saysWhy.value = !saysWhy.value;
            }}
          >
            {say("sayWhy")}
          </Button>
          {refusals.map(({ key, words: refusal }) => (
            <Button key={key} kind="quiet" disabled={busy !== undefined} onClick={() => deny({ rule: key })}>
              {refusal[language]}
            </Button>
          ))}
        </NeedsRole>
        {children}
      </div>
      {saysWhy.value ? (
        <DenyReason
          busy={busy === "deny"}
          onDeny={(reason) => deny({ reason })}
          onClose={() => {
            saysWhy.value = false;
          }}
        />
      ) : null}
    </>
  );
}
