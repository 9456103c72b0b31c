import { addressOf } from "../../core/route.ts";
import { useWords } from "../../core/words.ts";
import { useReasonWords } from "../../parts/call/reason-list.tsx";
import { VerdictBadge } from "../../parts/call/verdict-badge.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Note } from "../../parts/note.tsx";
import { policyWords } from "../../words/policy.ts";
import type { Tested } from "./what-if.tsx";

/** The calls that other rules would judge differently. */
export function ChangedVerdicts({ tested: { calls, changed } }: { tested: Tested }) {
  const say = useWords(policyWords);
  const wordsOf = useReasonWords();
  if (calls === 0) return <Note>{say("noCalls")}</Note>;
  return (
    <section class="stack" aria-live="polite">
      <Note tone={changed.length === 0 ? "good" : "care"}>
        {changed.length === 0 ? say("sameForAll") : say("tested", { calls, changed: changed.length })}
      </Note>
      {changed.length === 0 ? null : (
        <ul class="rows">
          {changed.map(({ callId, tool, before, after, reasons }) => (
            <li key={callId}>
              <a
                class="row"
                href={`${addressOf("runs", callId.replace(/\.\d+$/, ""))}?call=${encodeURIComponent(callId)}`}
              >
                <div class="row-text">
                  <p class="row-title">
                    <code>{tool}</code>
                    <VerdictBadge verdict={before} />
                    <Icon name="right" />
                    <VerdictBadge verdict={after} />
                  </p>
                  <p class="row-note">
                    {reasons
                      .map(wordsOf)
                      .map(({ rule, message }) => `${rule}: ${message}`)
                      .join("; ")}
                  </p>
                </div>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
