import type { VerdictKind } from "../../../src/contract/verdict.ts";
import { useWords } from "../../core/words.ts";
import { callWords, toolVerdictWords } from "../../words/call.ts";
import { Badge, type Tone } from "../badge.tsx";

const TONES: Readonly<Record<VerdictKind, Tone>> = { allow: "good", ask: "care", deny: "bad" };

const TOOL_TONES = { allow: "good", ask: "care", deny: "plain" } as const;

/** The policy's verdict on a call. */
export function VerdictBadge({ verdict }: { verdict: VerdictKind }) {
  const say = useWords(callWords);
  return <Badge tone={TONES[verdict]}>{say(verdict)}</Badge>;
}

/** The verdict for a tool's calls: allowed, asked about each time, or off. */
export function ToolVerdictBadge({ verdict }: { verdict: VerdictKind }) {
  const say = useWords(toolVerdictWords);
  return <Badge tone={TOOL_TONES[verdict]}>{say(verdict)}</Badge>;
}
