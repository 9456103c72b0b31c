import type { Risk } from "../../../src/contract/tool.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";
import { Badge, type Tone } from "../badge.tsx";

const TONES: Readonly<Record<Risk, Tone>> = { low: "plain", medium: "care", high: "bad" };

/** How much harm a tool could do. */
export function RiskBadge({ risk }: { risk: Risk }) {
  const say = useWords(callWords);
  return <Badge tone={TONES[risk]}>{say(risk)}</Badge>;
}
