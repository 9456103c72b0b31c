import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { shellWords } from "../../words/shell.ts";
import { skillsWords } from "../../words/skills.ts";
import type { SkillRow } from "./skill.ts";

/** Edits the description of a skill, which is all of it that can be edited. */
export function SkillEdit({
  skill,
  onClose,
  onSaved,
}: {
  skill: SkillRow;
  onClose(): void;
  onSaved(): void;
}) {
  const { api, notices } = useConsole();
  const say = useWords(skillsWords);
  const sayShell = useWords(shellWords);
  const field = useId();
  const text = useSignal(skill.description);
  const busy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const save = async () => {
    busy.value = true;
    try {
      await api.send("PATCH", `/api/skills/${encodeURIComponent(skill.name)}`, { description: text.value });
      notices.show("done", say("saved"));
      onClose();
      onSaved();
    } catch (error) {
      problem.value = asProblem(error);
    }
    busy.value = false;
  };
  const foot = (
    <>
      <Button onClick={onClose}>{sayShell("cancel")}</Button>
      <Button
        kind="main-action"
        busy={busy.value}
        disabled={text.value.trim() === "" || text.value === skill.description}
        onClick={() => void save()}
      >
        {sayShell("save")}
      </Button>
    </>
  );
  return (
    <Dialog title={say("editTitle")} foot={foot} onClose={onClose}>
      {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
      <div class="field">
        <label for={field}>{say("description")}</label>
        <textarea
          id={field}
          class="input"
          rows={6}
          maxLength={1024}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <span class="hint">{say("editHint")}</span>
      </div>
    </Dialog>
  );
}
