import type { VerdictKind } from "../../../src/contract/verdict.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";
import { Badge, type Tone } from "../badge.tsx";

const TONES: Readonly<Record<VerdictKind, Tone>> = { allow: "good", ask: "care", deny: "bad" };

/** The policy's verdict on a call. */
export function VerdictBadge({ verdict }: { verdict: VerdictKind }) {
  const say = useWords(callWords);
  return <Badge tone={TONES[verdict]}>{say(verdict)}</Badge>;
}
