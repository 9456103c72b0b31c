import type { Loaded } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { skillsWords } from "../../words/skills.ts";
import type { Scan } from "./skill.ts";

const TONES = { notice: "plain", warning: "care", danger: "bad" } as const;

/** The scan's findings in a skill. */
export function SkillScan({ report }: { report: Loaded<Scan> }) {
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
