import { skillAbout } from "../../../src/text/tool-words.ts";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { type Loaded, useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { DiffView } from "../../parts/diff-view.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { skillsWords } from "../../words/skills.ts";
import type { Scan, SkillContract } from "./skill.ts";
import { SkillActions } from "./skill-actions.tsx";
import { SkillFiles } from "./skill-files.tsx";
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

/** The differences from the accepted content. */
function SkillChanges({ name }: { name: string }) {
  const { api } = useConsole();
  const say = useWords(skillsWords);
  const changes = useData(() => api.get("/api/skills/{name}/changes", { params: { name } }), [name]);
  return (
    <section class="stack">
      <h2>{say("differences")}</h2>
      <LoadedView data={changes}>
        {(list) => (
          <>
            {list.map(({ path, change, patch }) => (
              <div key={path} class="stack tight">
                <p class="small mono">
                  {path} <span class="faint">({change})</span>
                </p>
                {patch === undefined ? null : <DiffView text={patch} />}
              </div>
            ))}
          </>
        )}
      </LoadedView>
    </section>
  );
}

interface Props {
  readonly contract: SkillContract;
  readonly allowedTools: readonly string[] | undefined;
}

/** What a skill declares to touch. */
function SkillContractView({ contract, allowedTools }: Props) {
  const say = useWords(skillsWords);
  const parts = [
    [say("folders"), contract.folders.map(({ path, access }) => `${path} (${access})`)],
    [say("hosts"), contract.hosts],
    [say("environment"), contract.environment],
    [say("programs"), contract.programs],
    [say("servers"), contract.servers],
  ] as const;
  const declared = parts.filter(([, values]) => values.length > 0);
  return (
    <section class="card padded" aria-label={say("contract")}>
      <h2>{say("contract")}</h2>
      {declared.length === 0 ? <p class="soft small">{say("contractNone")}</p> : null}
      <dl class="facts">
        {declared.map(([title, values]) => (
          <>
            <dt>{title}</dt>
            <dd class="mono">{values.join(", ")}</dd>
          </>
        ))}
        <dt>{say("allowedTools")}</dt>
        <dd class={allowedTools === undefined ? "soft" : "mono"}>
          {allowedTools?.join(", ") ?? say("anyTools")}
        </dd>
      </dl>
    </section>
  );
}

const TONES = { notice: "plain", warning: "care", danger: "bad" } as const;

/** The scan's findings in a skill. */
function SkillScan({ report }: { report: Loaded<Scan> }) {
  const say = useWords(skillsWords);
  return (
    <section class="card padded" aria-label={say("scan")}>
      <h2>{say("scan")}</h2>
      <LoadedView data={report}>
        {({ findings }) =>
          findings.length === 0 ? (
            <p class="soft small">{say("scanClean")}</p>
          ) : (
            <ul class="reasons">
              {findings.map(({ signal, severity, message, file, line, excerpt }) => (
                <li key={`${signal}${file}${line}`}>
                  <Badge tone={TONES[severity]}>{say(severity)}</Badge>
                  <div>
                    <p>{message}</p>
                    <p class="faint tiny mono">
                      {file}:{line}
                    </p>
                    <code class="soft tiny break">{excerpt}</code>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
    </section>
  );
}
