import type { VerdictKind } from "../../../src/contract/verdict.ts";
import { useWords } from "../../core/words.ts";
import { standingWords } from "../../words/standing.ts";
import { Badge } from "../badge.tsx";

const TONES = { allow: "good", ask: "care", deny: "plain" } as const;

/** The verdict for a tool's calls: allowed, asked about each time, or off. */
export function StandingBadge({ verdict }: { verdict: VerdictKind }) {
  const say = useWords(standingWords);
  return <Badge tone={TONES[verdict]}>{say(verdict)}</Badge>;
}
