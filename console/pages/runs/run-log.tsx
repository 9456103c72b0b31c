import { useSignal } from "@preact/signals";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { callSummary } from "../../parts/call/call-summary.ts";
import { Icon } from "../../parts/icon.tsx";
import { JsonBlock } from "../../parts/json-block.tsx";
import { runsWords } from "../../words/runs.ts";
import type { LogRecord } from "./use-records.ts";

interface RunLogProps {
  readonly records: readonly LogRecord[];
  readonly onEarlier: (() => void) | undefined;
}

/** The harbour log, record by record. Each opens to its whole content. */
export function RunLog({ records, onEarlier }: RunLogProps) {
  const say = useWords(runsWords);
  const format = useFormat();
  const open = useSignal<number | undefined>(undefined);
  return (
    <div class="stack">
      {onEarlier === undefined ? null : <Button onClick={onEarlier}>{say("earlier")}</Button>}
      <ol class="rows">
        {records.map((record) => (
          <li key={record.seq}>
            <button
              type="button"
              class="row log-row"
              aria-expanded={open.value === record.seq}
              onClick={() => {
                open.value = open.value === record.seq ? undefined : record.seq;
              }}
            >
              <span class="faint tiny log-seq">{record.seq}</span>
              <code class="small">{record.type}</code>
              <span class="row-note log-about">{aboutOf(record)}</span>
              <span class="row-side tiny">{format.time(record.at)}</span>
              <Icon name={open.value === record.seq ? "down" : "right"} />
            </button>
            {open.value === record.seq ? (
              <div class="log-body">
                <JsonBlock value={record} />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The record in a few words. */
function aboutOf(record: LogRecord): string {
  switch (record.type) {
    case "run-start":
      return record.title;
    case "turn-start":
      return record.message;
    case "model-end":
      if (record.purpose !== undefined) return `${record.purpose}: ${record.text}`;
      return record.text || record.calls.map(({ tool }) => tool).join(", ");
    case "call-start":
    case "call-end":
      return `${record.tool} ${callSummary(record.params)}`;
    case "approval-end":
      return `${record.answer} · ${record.by}`;
    case "skill-start":
      return record.skill;
    case "run-end":
      return record.answer ?? record.status;
    case "grant-start":
      return record.words;
    case "rule-change":
      return `${record.verdict} ${record.rules.join(", ")} · ${record.by}`;
    case "files-set-apart":
      return `${record.status} · ${record.files.map(({ path }) => path).join(", ")}`;
    case "undo-end":
      return record.undone.join(", ");
    case "reflection-end":
      return record.reflection.assessment;
    default:
      return "";
  }
}
