import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Approval, PlanLine } from "../../../src/contract/asking/approval.ts";
import { originLines } from "../../../src/text/origin-words.ts";
import { questionLead } from "../../../src/text/question-lead.ts";
import { whyAsked } from "../../../src/text/why-asked.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { isTyping } from "../../shell/use-keys.ts";
import { questionWords } from "../../words/question.ts";
import { Button } from "../button.tsx";
import { ReasonList } from "../call/reason-list.tsx";
import { RiskBadge } from "../call/risk-badge.tsx";
import { VerdictBadge } from "../call/verdict-badge.tsx";
import { CodeBlock } from "../code-block.tsx";
import { Icon } from "../icon.tsx";
import { Note } from "../note.tsx";
import { Time } from "../time.tsx";
import { AnswerButtons } from "./answer-buttons.tsx";
import { ArgumentList } from "./argument-list.tsx";
import { PreviewView } from "./preview-view.tsx";
import { firstScope, type Scope, ScopeChoice } from "./scope-choice.tsx";

interface ApprovalCardProps {
  readonly approval: Approval;
  onAnswered(approval: Approval): void;
}

interface PlanLinesProps {
  readonly lines: readonly PlanLine[];
  /** The numbers of the lines to approve, counting from 1. */
  readonly chosen: ReadonlySet<number>;
  onChoose(chosen: ReadonlySet<number>): void;
}

/** A question with everything needed to answer it, and its buttons. */
export function ApprovalCard({ approval, onAnswered }: ApprovalCardProps) {
  const say = useWords(questionWords);
  const language = useConsole().preferences.language.value;
  const { id, title, tool, preview, lines, risk, quorum, answers, expiresAt, off, reasons } = approval;
  const asked = (lines ?? []).flatMap(({ verdict }, index) => (verdict === "ask" ? [index + 1] : []));
  const scope = useSignal<Scope>(firstScope(approval));
  const chosen = useSignal<ReadonlySet<number>>(new Set(asked));
  const open = useSignal(false);
  const card = useRef<HTMLElement>(null);
  useAnswerKeys(card);
  return (
    <article class="approval" ref={card} aria-label={say("question", { tool })} data-approval={id}>
      <div class="approval-head">
        <strong>
          {title?.[language] ??
            (lines === undefined ? say("question", { tool }) : say("plan", { count: lines.length }))}
        </strong>
        <RiskBadge risk={risk} />
        <span class="faint tiny">
          <code>{tool}</code> · {say("expires")} <Time at={expiresAt} />
        </span>
      </div>
      {questionLead(approval, language).map((line) => (
        <p class="small" key={line}>
          {line}
        </p>
      ))}
      {off === undefined ? (
        <p class="line no-wrap soft small approval-why">
          <Icon name="info" />
          {say("because", { why: whyAsked(reasons, language) })}
        </p>
      ) : (
        <Note tone="care">{off[language]}</Note>
      )}
      {lines === undefined ? (
        <CallSubject approval={approval} />
      ) : (
        <PlanLines
          lines={lines}
          chosen={chosen.value}
          onChoose={(next) => {
            chosen.value = next;
          }}
        />
      )}
      <OriginList approval={approval} />
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
      <AnswerButtons approval={approval} scope={scope.value} chosen={chosen.value} onAnswered={onAnswered}>
        <Button
          kind="quiet"
          expanded={open.value}
          onClick={() => {
            open.value = !open.value;
          }}
        >
          {open.value ? say("hideDetails") : say("details")}
        </Button>
      </AnswerButtons>
      {open.value ? (
        <div class="stack">
          <p class="part-head">{say("reasons")}</p>
          <ReasonList reasons={reasons} />
          <p class="part-head">{say("replay")}</p>
          <CodeBlock text={approval.replay} wrap />
        </div>
      ) : null}
    </article>
  );
}

/** What one call would touch, and its input. */
function CallSubject({ approval }: { approval: Approval }) {
  const language = useConsole().preferences.language.value;
  const { words, effects, input, preview } = approval;
  // The title already names a single file or host. For a command it does not say where it runs.
  const inTitle = effects.length === 1 && effects[0]?.kind !== "command.run";
  return (
    <>
      {inTitle ? null : (
        <ul class="touches">
          {words[language].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <ArgumentList input={input} folded={preview !== undefined} />
    </>
  );
}

/** Who said each argument, of a call or of the calls of a plan. */
function OriginList({ approval }: { approval: Approval }) {
  const say = useWords(questionWords);
  const origins = originLines(approval, useConsole().preferences.language.value);
  return origins.length === 0 ? null : (
    <ul class="touches" aria-label={say("origins")}>
      {origins.map(({ text, asks }) => (
        <li key={text} class={asks ? "warned" : "faint"}>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** The button of each key, on the focused card. */
const BUTTONS: Readonly<Record<string, string>> = {
  a: ".main-action",
  d: ".actions > .danger",
  w: ".say-why",
};

/** `a` approves, `d` denies and `w` asks for a reason, only on the focused card. */
function useAnswerKeys(card: RefObject<HTMLElement | null>): void {
  const { preferences } = useConsole();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || !preferences.shortcuts.value || isTyping(target)) return;
      const button = Object.hasOwn(BUTTONS, key) ? BUTTONS[key] : undefined;
      const place = card.current?.closest("[data-card]") ?? card.current;
      if (button === undefined || place?.contains(document.activeElement) !== true) return;
      event.preventDefault();
      place.querySelector<HTMLButtonElement>(button)?.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [preferences, card]);
}

/** The calls of a plan. Each that needs approval can be left out. */
function PlanLines({ lines, chosen, onChoose }: PlanLinesProps) {
  const language = useConsole().preferences.language.value;
  const flip = (number: number) => {
    const next = new Set(chosen);
    if (!next.delete(number)) next.add(number);
    onChoose(next);
  };
  return (
    <ol class="plan">
      {lines.map((line, index) => (
        <li key={index}>
          <label class="choice">
            <input
              type="checkbox"
              checked={line.verdict === "ask" ? chosen.has(index + 1) : line.verdict === "allow"}
              disabled={line.verdict !== "ask"}
              onChange={() => flip(index + 1)}
            />
            <span>
              <code>{line.tool}</code> <VerdictBadge verdict={line.verdict} />{" "}
              {line.words[language].join("; ")}
            </span>
          </label>
          {line.preview === undefined ? null : <PreviewView preview={line.preview} />}
        </li>
      ))}
    </ol>
  );
}
