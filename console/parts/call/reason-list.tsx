import type { Reason } from "../../../src/contract/verdict.ts";
import { useReasonWords } from "./use-reason-words.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

/** The reasons of a verdict: each rule that matched, its place, and its verdict. */
export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  const wordsOf = useReasonWords();
  return (
    <ul class="reasons">
      {reasons.map((reason, index) => {
        const { layer, rule, message } = wordsOf(reason);
        return (
          <li key={index}>
            <VerdictBadge verdict={reason.effect} />
            <div>
              <p>
                <span class="faint">{layer} · </span>
                <code>{rule}</code>
              </p>
              <p class="soft break">{message}</p>
              {reason.file === undefined ? null : <p class="faint tiny break">{reason.file}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
