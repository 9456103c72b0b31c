import { useSignal } from "@preact/signals";
import type { Approval } from "../../../src/contract/approval.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";
import { Button } from "../button.tsx";

interface ApproveAllProps {
  /** The questions on the screen: exactly these are answered. */
  readonly approvals: readonly Approval[];
  onAnswered(): void;
}

/** Approves all questions that are shown, at once. Shown where there are several. */
export function ApproveAll({ approvals, onAnswered }: ApproveAllProps) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(callWords);
  const busy = useSignal(false);
  if (!useMay("approver") || approvals.length < 2) return null;
  const approve = async () => {
    busy.value = true;
    try {
      const questions = approvals.map(({ id, hash }) => ({ id, callHash: hash }));
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
      <Button icon="check" busy={busy.value} onClick={() => void approve()}>
        {say("approveAll", { count: approvals.length })}
      </Button>
    </div>
  );
}
