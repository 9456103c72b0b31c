import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Switch } from "../../parts/switch.tsx";
import { shellWords } from "../../words/shell.ts";
import { skillsWords } from "../../words/skills.ts";
import type { SkillRow } from "./skill.ts";

interface SkillActionsProps {
  readonly skill: SkillRow;
  /** The hash of the shown content: no other content is accepted. */
  readonly hash: string | undefined;
  onChange(): void;
}

/** The actions of a skill: accept, edit the description, turn on and off, delete. */
export function SkillActions({ skill, hash, onChange }: SkillActionsProps) {
  const { api, notices, route } = useConsole();
  const report = useReport();
  const say = useWords(skillsWords);
  const open = useSignal<"trust" | "edit" | "remove" | undefined>(undefined);
  const busy = useSignal(false);
  const { name, trust, level, enabled } = skill;
  const params = { name };
  const close = () => {
    open.value = undefined;
  };
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    busy.value = true;
    try {
      await work();
      if (done !== "") notices.show("done", done);
    } catch (error) {
      report(error);
    }
    busy.value = false;
    close();
    onChange();
  };
  const remove = async () => {
    await api.send("DELETE", "/api/skills/{name}", { params });
    route.go(addressOf("skills"));
  };
  return (
    <div class="actions">
      {trust === "trusted" ? null : (
        <Button
          kind="main-action"
          icon="check"
          onClick={() => {
            open.value = "trust";
          }}
        >
          {say("trust")}
        </Button>
      )}
      <span class="line">
        <Switch
          label={say("enable", { name })}
          on={enabled}
          onChange={(on) =>
            void attempt(() => api.send("PATCH", "/api/skills/{name}", { params, body: { enabled: on } }), "")
          }
        />
        <span class="soft small">{say(enabled ? "enabled" : "disabled")}</span>
      </span>
      <Button
        icon="edit"
        onClick={() => {
          open.value = "edit";
        }}
      >
        {say("edit")}
      </Button>
      {level === "shipped" ? (
        <span class="faint small">{say("shippedStays")}</span>
      ) : (
        <Button
          kind="danger"
          icon="trash"
          onClick={() => {
            open.value = "remove";
          }}
        >
          {say("remove")}
        </Button>
      )}
      {open.value === "edit" ? <SkillEdit skill={skill} onClose={close} onSaved={onChange} /> : null}
      {open.value === "trust" ? (
        <Confirm
          title={say("trustTitle", { name })}
          action={say("trust")}
          busy={busy.value}
          onClose={close}
          onConfirm={() =>
            void attempt(
              () => api.send("POST", "/api/skills/{name}/trust", { params, query: { hash } }),
              say("accepted", { name }),
            )
          }
        >
          <p>{say("trustBody")}</p>
        </Confirm>
      ) : null}
      {open.value === "remove" ? (
        <Confirm
          danger
          title={say("removeTitle", { name })}
          action={say("remove")}
          busy={busy.value}
          onClose={close}
          onConfirm={() => void attempt(remove, say("removed", { name }))}
        >
          <p>{say("removeBody")}</p>
        </Confirm>
      ) : null}
    </div>
  );
}

/** Edits the description of a skill, its only editable part. */
function SkillEdit({ skill, onClose, onSaved }: { skill: SkillRow; onClose(): void; onSaved(): void }) {
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
