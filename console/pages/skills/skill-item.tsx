import { skillAbout } from "../../../src/text/tool-words.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { useWords } from "../../core/words.ts";
import { ScoreBar } from "../../parts/score-bar.tsx";
import { Switch } from "../../parts/switch.tsx";
import { skillsWords } from "../../words/skills.ts";
import type { SkillRow } from "./skill.ts";
import { TrustBadge } from "./trust-badge.tsx";

interface SkillItemProps {
  readonly skill: SkillRow;
  readonly score: number | undefined;
  onEnable(on: boolean): void;
}

/** One skill of the list, with the switch that turns it on and off. */
export function SkillItem({ skill, score, onEnable }: SkillItemProps) {
  const say = useWords(skillsWords);
  const mayEnable = useMay("admin");
  const language = useConsole().preferences.language.value;
  const { name, trust, enabled } = skill;
  return (
    <div class="row">
      <a class="row-text row-link" href={addressOf("skills", name)}>
        <span class="row-title">
          {name}
          <TrustBadge trust={trust} />
        </span>
        <span class="row-note clamp">{skillAbout(skill, language)}</span>
      </a>
      <span class="row-side">
        {score === undefined ? null : (
          <ScoreBar score={score} label={say("scoreOf", { score: score.toFixed(2) })} />
        )}
        <Switch label={say("enable", { name })} on={enabled} disabled={!mayEnable} onChange={onEnable} />
      </span>
    </div>
  );
}
