import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { skillsWords } from "../../words/skills.ts";
import type { SkillRow } from "./skill.ts";

const TONES = { trusted: "good", unreviewed: "care", changed: "bad" } as const;

/** Whether a person accepted the skill's current content. */
export function TrustBadge({ trust }: { trust: SkillRow["trust"] }) {
  const say = useWords(skillsWords);
  return <Badge tone={TONES[trust]}>{say(trust)}</Badge>;
}
