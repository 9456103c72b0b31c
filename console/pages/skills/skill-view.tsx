import { skillAbout } from "../../../src/text/tool-words.ts";
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
import { SkillFiles } from "./skill-files.tsx";
import { SkillScan } from "./skill-scan.tsx";
import { TrustBadge } from "./trust-badge.tsx";

/** One skill in full: its text, its requests, its findings, and its actions. */
export function SkillView({ name }: { name: string }) {
  const { api, preferences } = useConsole();
  const say = useWords(skillsWords);
  const skill = useData(() => api.get("/api/skills/{name}", { params: { name } }), [name]);
  const scan = useData(() => api.get("/api/skills/{name}/scan", { params: { name } }), [name]);
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
            <p class="soft">{skillAbout(info, preferences.language.value)}</p>
            <NeedsRole needed="admin">
              <SkillActions
                skill={info}
                hash={scan.value?.hash}
                onChange={() => {
                  void skill.reload();
                  void scan.reload();
                }}
              />
            </NeedsRole>
            {info.trust === "changed" ? <SkillChanges name={name} /> : null}
            <div class="split">
              <SkillContractView
                contract={info.manifest.contract}
                allowedTools={info.manifest.allowedTools}
              />
              <SkillScan report={scan} />
            </div>
            <section class="stack">
              <h2>{say("instructions")}</h2>
              <div class="card padded">
                <Markdown text={info.body} />
              </div>
            </section>
            <SkillFiles name={name} files={info.files} />
            <p class="faint small">
              {say("level")}: {say(info.level)}
              {info.version === undefined ? "" : ` · ${say("version")} ${info.version}`}
            </p>
          </>
        )}
      </LoadedView>
    </div>
  );
}
