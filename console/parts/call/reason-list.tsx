import type { Reason } from "../../../src/contract/verdict.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

/** Why a call is judged as it is: each rule that spoke, where it stands, and what it wanted. */
export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul class="reasons">
      {reasons.map(({ layer, rule, effect, message, file }, index) => (
        <li key={index}>
          <VerdictBadge verdict={effect} />
          <div>
            <p>
              <span class="faint">{layer} · </span>
              <code>{rule}</code>
            </p>
            <p class="soft break">{message}</p>
            {file === undefined ? null : <p class="faint tiny break">{file}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
