import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import type { Call } from "../../parts/call/call.ts";
import { CallCard } from "../../parts/call/call-card.tsx";
import { callPhase } from "../../parts/call/call-phase.ts";
import { chatWords } from "../../words/chat.ts";

/** Several calls on one line, which opens to each of them. */
export function Steps({ calls, onUndo }: { calls: readonly Call[]; onUndo(callId: string): Promise<void> }) {
  const say = useWords(chatWords);
  const format = useFormat();
  const phases = calls.map(callPhase);
  const failed = phases.filter((phase) => phase === "failed").length;
  const unrun = phases.filter((phase) => phase !== "failed" && phase !== "done").length;
  const tools = [...new Set(calls.map(({ tool }) => tool))];
  const ms = calls.reduce((total, { durationMs = 0 }) => total + durationMs, 0);
  return (
    <details class="steps">
      <summary>
        <strong>{say("steps", { count: calls.length })}</strong>
        <span class="call-about">{tools.join(", ")}</span>
        {failed === 0 ? null : <Badge tone="bad">{say("stepsFailed", { count: failed })}</Badge>}
        {unrun === 0 ? null : <Badge tone="plain">{say("stepsUnrun", { count: unrun })}</Badge>}
        <span class="call-time">{format.duration(ms)}</span>
      </summary>
      <div class="stack">
        {calls.map((call) => (
          <CallCard key={call.callId} call={call} onUndo={onUndo} />
        ))}
      </div>
    </details>
  );
}
