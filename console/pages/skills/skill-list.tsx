import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useSearch } from "../../core/use-search.ts";
import { useWords } from "../../core/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { ProgressBar } from "../../parts/progress-bar.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { skillsWords } from "../../words/skills.ts";
import type { SkillRow } from "./skill.ts";
import { SkillInstall } from "./skill-install.tsx";
import { SkillItem } from "./skill-item.tsx";

/** All skills, or those that fit what a person says; a zip that is dropped here is installed. */
export function SkillList() {
  const { api } = useConsole();
  const report = useReport();
  const say = useWords(skillsWords);
  const text = useSignal("");
  const skills = useData(() => api.get<SkillRow[]>("/api/skills", { limit: 1000 }), [api]);
  const { query, found, problem } = useSearch("/api/skills/search", text.value);
  const enable = async (name: string, enabled: boolean) => {
    const before = skills.value ?? [];
    // Shown at once; taken back if the server refuses.
    skills.set(before.map((skill) => (skill.name === name ? { ...skill, enabled } : skill)));
    try {
      await api.send("PATCH", `/api/skills/${encodeURIComponent(name)}`, { enabled });
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
      <SearchBox
        label={say("search")}
        value={text.value}
        onInput={(next) => {
          text.value = next;
        }}
      />
      {problem === undefined ? null : <ProblemNote problem={problem} />}
      {query !== "" && found === undefined && problem === undefined ? (
        <ProgressBar label={say("searching")} />
      ) : null}
      <LoadedView data={skills}>
        {(all) => {
          const byName = new Map(all.map((skill) => [skill.name, skill]));
          const shown =
            found === undefined
              ? all.map((skill) => ({ skill, score: undefined }))
              : found.hits.flatMap(({ name, score }) => {
                  const skill = byName.get(name);
                  return skill === undefined ? [] : [{ skill, score }];
                });
          if (shown.length === 0)
            return (
              <EmptyState icon="skills" title={say(query === "" ? "emptyTitle" : "nothing")}>
                <p>{query === "" ? say("emptyBody") : (found?.advice ?? say("nothingBody"))}</p>
              </EmptyState>
            );
          return (
            <>
              <p class="faint small" role="status">
                {say("count", { count: shown.length })}
              </p>
              <ul class="rows">
                {shown.map(({ skill, score }) => (
                  <li key={skill.name}>
                    <SkillItem skill={skill} score={score} onEnable={(on) => void enable(skill.name, on)} />
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </LoadedView>
    </div>
  );
}
