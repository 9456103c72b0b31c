import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Segments } from "../../parts/segments.tsx";
import { schedulesWords } from "../../words/schedules.ts";

const KINDS = ["task", "reminder"] as const;
const WHENS = ["at", "in", "every", "cron"] as const;
const RULES = ["deny", "park"] as const;
const HINTS = { at: "atHint", in: "inHint", every: "everyHint", cron: "cronHint" } as const;

/** Schedules a task. The server parses times in everyday language. */
export function ScheduleAdd({ onAdded, onClose }: { onAdded(): void; onClose(): void }) {
  const { api, notices } = useConsole();
  const say = useWords(schedulesWords);
  const format = useFormat();
  const field = useId();
  const task = useSignal("");
  const kind = useSignal<(typeof KINDS)[number]>("task");
  const how = useSignal<(typeof WHENS)[number]>("at");
  const when = useSignal("");
  const rule = useSignal<(typeof RULES)[number]>("park");
  const send = async () => {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const request = {
      task: task.value,
      kind: kind.value,
      unattended: rule.value,
      timezone,
      [how.value]: when.value,
    };
    const { nextAt } = await api.send("POST", "/api/schedules", { body: request });
    notices.show("done", say("planned", { when: nextAt === undefined ? "" : format.dateTime(nextAt) }));
  };
  return (
    <FormDialog
      title={say("add")}
      action={say("save")}
      complete={task.value.trim() !== "" && when.value.trim() !== ""}
      send={send}
      onClose={onClose}
      onSent={onAdded}
    >
      <Segments
        label={say("kind")}
        value={kind.value}
        options={KINDS.map((value) => ({ value, label: say(value) }))}
        onChange={(next) => {
          kind.value = next;
        }}
      />
      <div class="field">
        <label for={`${field}-task`}>{say("what")}</label>
        <textarea
          id={`${field}-task`}
          class="input"
          rows={3}
          value={task.value}
          onInput={(event) => {
            task.value = event.currentTarget.value;
          }}
        />
        <span class="hint">{say("whatHint")}</span>
      </div>
      <div class="field">
        <label for={`${field}-when`}>{say("how")}</label>
        <Segments
          label={say("how")}
          value={how.value}
          options={WHENS.map((value) => ({ value, label: say(value) }))}
          onChange={(next) => {
            how.value = next;
          }}
        />
        <input
          id={`${field}-when`}
          class="input"
          autocomplete="off"
          value={when.value}
          onInput={(event) => {
            when.value = event.currentTarget.value;
          }}
        />
        <span class="hint">{say(HINTS[how.value])}</span>
      </div>
      <div class="field">
        <span class="label">{say("unattended")}</span>
        <Segments
          label={say("unattended")}
          value={rule.value}
          options={RULES.map((value) => ({ value, label: say(value) }))}
          onChange={(next) => {
            rule.value = next;
          }}
        />
      </div>
    </FormDialog>
  );
}
