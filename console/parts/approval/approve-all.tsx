import { useSignal } from "@preact/signals";
import type { Approval } from "../../../src/contract/asking/approval.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { questionWords } from "../../words/question.ts";
import { Button } from "../button.tsx";

interface ApproveAllProps {
  /** The questions on the screen: exactly these are answered. */
  readonly approvals: readonly Approval[];
  onAnswered(): void;
}

/** Approves all shown questions, or all about the same kind of call. Shown if there are several. */
export function ApproveAll({ approvals, onAnswered }: ApproveAllProps) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(questionWords);
  const busy = useSignal(false);
  const plain = approvals.filter(needsOnlyYes);
  if (!useMay("approver") || plain.length < 2) return null;
  const alike = [...Map.groupBy(plain, kindOf).values()].filter(
    ({ length }) => length > 1 && length < plain.length,
  );
  const approve = async (chosen: readonly Approval[]) => {
    busy.value = true;
    try {
      const questions = chosen.map(({ id, hash }) => ({ id, callHash: hash }));
      const { results } = await api.send("POST", "/api/approvals/answer", {
        body: { answer: "approve", questions },
      });
      const missed = results.filter(({ accepted }) => !accepted);
      if (missed.length > 0)
        notices.show("failed", say("notTaken"), missed.map(({ message }) => message).join("; "));
      onAnswered();
    } catch (error) {
      report(error);
    }
    busy.value = false;
  };
  return (
    <div class="actions">
      {alike.map((group) => (
        <Button key={kindOf(group[0])} icon="check" disabled={busy.value} onClick={() => void approve(group)}>
          {say("approveAlike", { count: group.length, tool: group[0]?.tool ?? "" })}
        </Button>
      ))}
      <Button icon="check" busy={busy.value} onClick={() => void approve(plain)}>
        {say("approveAll", { count: plain.length })}
      </Button>
    </div>
  );
}

/** Whether a plain yes answers a question: no line of a plan to choose, and nothing to turn on. */
function needsOnlyYes({ off, lines }: Approval): boolean {
  return off === undefined && lines === undefined;
}

/** Calls of the same tool with the same kinds of effects are alike. */
function kindOf(approval: Approval | undefined): string {
  const kinds = new Set(approval?.effects.map(({ kind }) => kind));
  return [approval?.tool, approval?.risk, ...[...kinds].sort()].join(" ");
}
