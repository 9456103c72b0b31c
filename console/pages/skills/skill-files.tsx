import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { skillsWords } from "../../words/skills.ts";
import type { SkillDetails } from "./skill.ts";

/** The files of a skill. Each can be read. */
export function SkillFiles({ name, files }: { name: string; files: SkillDetails["files"] }) {
  const say = useWords(skillsWords);
  const format = useFormat();
  const open = useSignal<string | undefined>(undefined);
  return (
    <section class="stack" aria-label={say("files")}>
      <h2>{say("files")}</h2>
      <ul class="rows">
        {files.map(({ path, size, executable, type }) => (
          <li key={path}>
            <button
              type="button"
              class="row"
              disabled={type !== "file"}
              aria-expanded={open.value === path}
              onClick={() => {
                open.value = open.value === path ? undefined : path;
              }}
            >
              <Icon name="file" />
              <span class="row-text mono small break">{path}</span>
              {executable ? <Badge tone="care">{say("program")}</Badge> : null}
              <span class="row-side">{format.bytes(size)}</span>
            </button>
            {open.value === path ? <FileContent name={name} path={path} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FileContent({ name, path }: { name: string; path: string }) {
  const { api } = useConsole();
  const say = useWords(skillsWords);
  const file = useData(
    () => api.get("/api/skills/{name}/file", { params: { name }, query: { path } }),
    [name, path],
  );
  return (
    <div class="row-below">
      <LoadedView data={file}>
        {({ text }) =>
          text === undefined ? (
            <p class="soft small">{say("notText")}</p>
          ) : (
            <CodeBlock text={text} language={path.split(".").at(-1) ?? ""} unnamed wrap />
          )
        }
      </LoadedView>
    </div>
  );
}
