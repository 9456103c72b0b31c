import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { DiffView } from "../../parts/diff-view.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { skillsWords } from "../../words/skills.ts";

/** The differences from the accepted content. */
export function SkillChanges({ name }: { name: string }) {
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
