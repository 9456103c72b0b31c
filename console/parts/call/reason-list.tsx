import type { Reason } from "../../../src/contract/verdict.ts";
import { useExplained } from "../../core/problem-words.ts";
import { type Messages, type Say, useWords } from "../../core/words.ts";
import { callDetailWords } from "../../words/call-details.ts";
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

/**
 * The server's fixed phrases, and the words for each. The rest stays unchanged: names, paths, rules of
 * people.
 */
const FORMS: readonly (readonly [RegExp, keyof typeof callDetailWords])[] = [
  [/^global$/, "layerGlobal"],
  [/^provenance$/, "layerProvenance"],
  [/^skill (?<name>.+)$/, "layerSkill"],
  [/^default for risk (?<risk>\w+)$/, "ruleDefault"],
  [/^default for (?<kind>\S+) at risk (?<risk>\w+)$/, "ruleDefaultFor"],
  [/^declares no effects$/, "noEffects"],
];

/** A reason in the chosen language. */
export function useReasonWords(): (reason: Reason) => Pick<Reason, "layer" | "rule" | "message"> {
  const say = useWords(callDetailWords);
  const explain = useExplained();
  return ({ layer, rule, message }) => ({
    layer: worded(layer, say),
    rule: worded(rule, say),
    message: wholeIn(explain, worded(message, say)),
  });
}

/** Translates a reason. Without a complete translation it stays unchanged. */
function wholeIn(explain: ReturnType<typeof useExplained>, text: string): string {
  const { detail, exact } = explain(text);
  return exact === undefined ? detail : text;
}

function worded(text: string, say: Say<typeof callDetailWords & Messages>): string {
  for (const [form, word] of FORMS) {
    const found = form.exec(text);
    if (found !== null) return say(word, { ...found.groups });
  }
  return text;
}
