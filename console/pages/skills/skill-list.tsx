import { skillAbout } from "../../../src/text/tool-words.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { FoundList } from "../../parts/found-list.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ScoreBar } from "../../parts/score-bar.tsx";
import { Switch } from "../../parts/switch.tsx";
import { skillsWords } from "../../words/skills.ts";
import type { SkillRow } from "./skill.ts";
import { SkillInstall } from "./skill-install.tsx";
import { TrustBadge } from "./trust-badge.tsx";

interface SkillItemProps {
  readonly skill: SkillRow;
  readonly score: number | undefined;
  onEnable(on: boolean): void;
}

/** All skills, or those that match a search. A zip dropped here is installed. */
export function SkillList() {
  const { api } = useConsole();
  const report = useReport();
  const say = useWords(skillsWords);
  const skills = useData(() => api.get("/api/skills", { query: { limit: 1000 } }), [api]);
  const enable = async (name: string, enabled: boolean) => {
    const before = skills.value ?? [];
    // Shown at once. Reverted if the server refuses.
    skills.set(before.map((skill) => (skill.name === name ? { ...skill, enabled } : skill)));
    try {
      await api.send("PATCH", "/api/skills/{name}", { params: { name }, body: { enabled } });
    } catch (error) {
      skills.set(before);
      report(error);
    }
  };
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")}>
        <NeedsRole needed="admin">
          <SkillInstall onInstalled={() => void skills.reload()} />
        </NeedsRole>
      </PageHead>
      <FoundList all={skills} path="/api/skills/search" icon="skills" say={say}>
        {(skill, hit) => (
          <SkillItem skill={skill} score={hit?.score} onEnable={(on) => void enable(skill.name, on)} />
        )}
      </FoundList>
    </div>
  );
}

/** One skill of the list, with the switch that turns it on and off. */
function SkillItem({ skill, score, onEnable }: SkillItemProps) {
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
