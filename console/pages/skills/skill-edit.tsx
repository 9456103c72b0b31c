import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { shellWords } from "../../words/shell.ts";
import { skillsWords } from "../../words/skills.ts";
import type { SkillRow } from "./skill.ts";

/** Edits the description of a skill, its only editable part. */
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
  const send = async () => {
    await api.send("PATCH", "/api/skills/{name}", {
      params: { name: skill.name },
      body: { description: text.value },
    });
    notices.show("done", say("saved"));
  };
  return (
    <FormDialog
      title={say("editTitle")}
      action={sayShell("save")}
      complete={text.value.trim() !== "" && text.value !== skill.description}
      send={send}
      onClose={onClose}
      onSent={onSaved}
    >
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
    </FormDialog>
  );
}
