import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { skillsWords } from "../../words/skills.ts";
import { SkillActions } from "./skill-actions.tsx";
import { SkillChanges } from "./skill-changes.tsx";
import { SkillContractView } from "./skill-contract-view.tsx";
import { SkillScan } from "./skill-scan.tsx";
import { TrustBadge } from "./trust-badge.tsx";

/** One skill in full: what it says, what it wants, what was found in it, and what can be done with it. */
export function SkillView({ name }: { name: string }) {
  const { api } = useConsole();
  const say = useWords(skillsWords);
  const skill = useData(() => api.get("/api/skills/{name}", { params: { name } }), [name]);
  return (
    <div class="page">
      <p class="small">
        <a href={addressOf("skills")}>← {say("back")}</a>
      </p>
      <div class="line">
        <h1 class="break">{name}</h1>
        {skill.value === undefined ? null : <TrustBadge trust={skill.value.trust} />}
      </div>
      <LoadedView data={skill}>
        {(info) => (
          <>
            <p class="soft">{info.description}</p>
            <NeedsRole needed="admin">
              <SkillActions skill={info} onChange={() => void skill.reload()} />
            </NeedsRole>
            {info.trust === "changed" ? <SkillChanges name={name} /> : null}
            <div class="split">
              <SkillContractView
                contract={info.manifest.contract}
                allowedTools={info.manifest.allowedTools}
              />
              <SkillScan name={name} />
            </div>
            <section class="stack">
              <h2>{say("instructions")}</h2>
              <div class="card padded">
                <Markdown text={info.body} />
              </div>
            </section>
            <section class="stack">
              <h2>{say("files")}</h2>
              <ul class="rows">
                {info.files.map(({ path }) => (
                  <li key={path} class="row mono small break">
                    {path}
                  </li>
                ))}
              </ul>
              <p class="faint small">
                {say("level")}: {say(info.level)}
                {info.version === undefined ? "" : ` · ${say("version")} ${info.version}`}
              </p>
            </section>
          </>
        )}
      </LoadedView>
    </div>
  );
}
