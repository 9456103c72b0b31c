import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Approval } from "../../../src/contract/asking/approval.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { questionWords } from "../../words/question.ts";
import { Button } from "../button.tsx";
import { NeedsRole } from "../needs-role.tsx";
import type { Scope } from "./scope-choice.tsx";

interface AnswerButtonsProps {
  readonly approval: Approval;
  readonly scope: Scope;
  /** The chosen lines of a plan, counting from 1. */
  readonly chosen: ReadonlySet<number>;
  onAnswered(approval: Approval): void;
  /** The content beside the buttons. */
  readonly children: ComponentChildren;
}

interface Answer {
  readonly answer: "approve" | "deny";
  readonly grant?: string | undefined;
  /** The key of a rule change. */
  readonly rule?: string | undefined;
  /** The reason, for a no. */
  readonly reason?: string | undefined;
  readonly lines?: number[] | undefined;
  /** The hash of the question on the screen: an answer to anything else is refused. */
  readonly callHash: string;
}

interface DenyReasonProps {
  readonly busy: boolean;
  onDeny(reason: string): void;
  onClose(): void;
}

const LONGEST = 1_000;

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

/** Sends a person's answer. The first answer counts; a late one is reported. */
function useAnswer(onAnswered: (approval: Approval) => void) {
  const { api, notices, preferences } = useConsole();
  const language = preferences.language.value;
  const report = useReport();
  const say = useWords(questionWords);
  const busy = useSignal<"approve" | "deny" | undefined>(undefined);
  const give = async (id: string, answer: Answer) => {
    if (busy.value !== undefined) return;
    busy.value = answer.answer;
    try {
      const { accepted, message, approval } = await api.send("POST", "/api/approvals/{id}/answer", {
        params: { id },
        body: answer,
      });
      const words = (answer.answer === "approve" ? approval.voice?.approved : approval.voice?.denied)?.[
        language
      ];
      if (!accepted) notices.show("failed", say("notTaken"), message);
      else if (words) notices.show("done", words);
      onAnswered(approval);
    } catch (error) {
      report(error);
    }
    busy.value = undefined;
  };
  return { busy: busy.value, give };
}

/** A field for the reason of a refusal. */
function DenyReason({ busy, onDeny, onClose }: DenyReasonProps) {
  const say = useWords(questionWords);
  const reason = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.value.trim() !== "" && !busy) onDeny(reason.value.trim());
      }}
    >
      <label for={id}>{say("why")}</label>
      <div class="line no-wrap">
        <input
          id={id}
          ref={field}
          class="input"
          maxLength={LONGEST}
          placeholder={say("whyExample")}
          value={reason.value}
          onInput={({ currentTarget }) => {
            reason.value = currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            onClose();
          }}
        />
        <Button type="submit" kind="danger" busy={busy} disabled={reason.value.trim() === ""}>
          {say("denyWithReason")}
        </Button>
      </div>
    </form>
  );
}
